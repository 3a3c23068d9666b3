"""The exact search: read `exact` first, then `views`, `memo` and `partition`. `solver` is what others call."""
