"""The steps of a proof as kernels, each of which computes what it is asked for, and the threads that take them.

Parameters of the same name mean the same in every kernel: `arrays` is the game; `scratch` is the scratch memory of the
thread; `candidates` are ascending; `n_left` is the number of guesses left, this one included; `demands` are those on
this guess; `guesses` are the legal ones, ascending; `entries` are those of the frame, ascending by guess: guess,
feedback and bound; `bound` is the cost to reach; `view` and `sets` are those of `counting.py` and `lookahead.py`, of
which rule candidates makes no use; `stop` is as in `Scratch`.
"""
