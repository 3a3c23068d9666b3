"""Rankings of openers, pairs of openers and strategies."""
