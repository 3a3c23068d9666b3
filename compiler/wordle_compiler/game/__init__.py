"""The game: words, lists, weights, feedbacks, and which guesses a rule allows. Contains no search and no trees."""
