"""Analyses of positions, finished games and trees. This room writes no trees."""
