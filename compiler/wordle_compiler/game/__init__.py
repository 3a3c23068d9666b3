"""The game: words, lists, weights, feedbacks, and which guesses a rule allows. No search and no trees."""
