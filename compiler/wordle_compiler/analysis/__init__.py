"""Questions about positions, finished games and trees. Writes no trees."""
