"""Who decided, who read and who changed settings: logs without content, bound into one chain a
workspace."""
