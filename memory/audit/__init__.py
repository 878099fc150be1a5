"""Who changed and who read what: two logs without content, bound into one chain a workspace."""
