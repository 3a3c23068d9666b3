"""Tables: openers, pairs of openers and strategies compared."""
