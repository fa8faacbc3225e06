"""The balance report."""
