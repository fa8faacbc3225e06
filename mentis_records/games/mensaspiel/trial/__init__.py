"""MensaSpiel as Ludii's trials have it: sites, pieces, actions and numbers of legal moves."""
