"""The tests of each game, in folders of their own, share the naive games and kits of this one."""
