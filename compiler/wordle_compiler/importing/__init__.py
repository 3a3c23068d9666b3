"""Trees from elsewhere, in the text layout that published Wordle trees use: read, checked, and made tree files."""
