"""The exact search: the smallest total of a set of candidates, by branch and bound over guesses.

`search` is an alpha-beta-like recursion in numbered steps. All totals are integers. Given the cutoff `beta`, it returns
the exact smallest total if that is below `beta`, and otherwise a proven lower bound of at least `beta`.

If answers have weights, totals are sums of weights times guesses. The comments describe answers that count once. To
read them with weights, take "n" as the weight of all candidates and "the number of cells" as the sum of the weights of
the cells' heaviest members (see `partition`). Comments name the exceptions.
"""

from __future__ import annotations

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.cell_bounds import SETS_ROUND, bound_cells_by_sets, count_sets
from wordle_compiler.search.few_feedbacks import is_settled_by_sizes
from wordle_compiler.search.known_totals import (
    is_settled_by_bound,
    is_settled_by_candidates,
    is_settled_by_memo,
    is_settled_by_others,
    is_settled_by_size,
    is_stopped,
    settle_by_search,
)
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.playing import next_cell, play, take_total
from wordle_compiler.search.problem import INFEASIBLE, NO_DEPTH, Frame, Problem, Scratch, View, frame_at
from wordle_compiler.search.rounds import WIDTH_ROUND, makes_view, number_view, own_view, pick_round
from wordle_compiler.search.twins import PATIENCE, STRUCK, strike_twins


@kernel
def search(problem: Problem, scratch: Scratch, memo: Memo, view: View, frame: Frame) -> int:
    """Returns the smallest total of the frame's set, or a lower bound of at least `frame.beta`.

    The set lies on the stack of `scratch`, ascending. `view` is the view of its nearest large ancestor, to whose codes
    the stack's `rows` refer. `frame` must be the frame of its depth in `scratch.frames`.
    """
    # 1. Sets whose total is known from their size.
    if is_settled_by_size(problem, scratch, frame):
        return frame.bound
    view_below, has_view = view, False
    # A large set of a game with few feedbacks has other bounds for guesses.
    is_by_sizes = problem.is_few and frame.only < 0 and frame.high - frame.low > problem.few_max
    # 2 and 3. The least total for the size, and the memo.
    if frame.only < 0 and is_settled_by_memo(problem, scratch, memo, frame):
        return frame.bound
    if is_by_sizes:
        # 4 to 8. Every guess, bounded by the sizes of its cells.
        if is_settled_by_sizes(problem, scratch, memo, frame):
            return frame.bound
    elif frame.only < 0:
        # 4. The candidates as guesses.
        if is_settled_by_candidates(problem, scratch, memo, frame):
            return frame.bound
        # 5 and 6. Every other legal guess.
        if problem.has_others and is_settled_by_others(problem, scratch, memo, view, frame):
            return frame.bound
        # 7. Stop if no guess can beat beta.
        if is_settled_by_bound(problem, scratch, memo, frame, 3 * frame.weight - frame.best_value):
            return frame.bound
        # 8. A large node gets its own view if there is something to search below it.
        has_view = problem.has_others and makes_view(problem, scratch, view, frame)
        if has_view:
            view_below = own_view(view, scratch, frame.depth, scratch.view_blocks[frame.depth])
    # 9. Try the guesses in rounds.
    order = scratch.order[frame.depth]
    below = frame_at(scratch.frames[frame.depth + 1])
    frame.has_sets = False
    while not is_stopped(scratch) and pick_round(problem, scratch, view, frame):
        if frame.n_rounds == SETS_ROUND:
            if has_view:
                number_view(problem, scratch, view_below, frame)
                view_below = own_view(view, scratch, frame.depth, scratch.view_blocks[frame.depth])
            count_sets(problem, scratch, view_below, frame)
        frame.twins_after = scratch.counters.nodes + PATIENCE
        for rank in range(frame.n_order):
            # Most guesses of a large node are refuted without a node of their own.
            if is_stopped(scratch):
                break
            if order[rank] == STRUCK or (is_by_sizes and scratch.bounds[frame.depth, order[rank]] >= frame.best):
                continue
            # A search of limited width goes a little further if no guess has kept the limit yet.
            is_far = rank >= WIDTH_ROUND * problem.width
            if problem.width > 0 and rank >= problem.width and (frame.best < INFEASIBLE or is_far):
                break
            # 10. Split the candidates.
            play(problem, scratch, memo, frame, order[rank])
            # 11. Bound the large cells, then search the cells.
            if frame.has_sets:
                bound_cells_by_sets(problem, scratch, memo, view_below, frame, order[rank])
            while next_cell(problem, scratch, frame, order[rank]):
                take_total(scratch, frame, search(problem, scratch, memo, view_below, below))
            frame.best = min(frame.best, frame.total)
            # 12. Of guesses that can change places, one is enough.
            if scratch.counters.nodes > frame.twins_after:
                strike_twins(problem, scratch, view, frame, rank)
    if frame.has_sets:
        scratch.counters.sets_depth = NO_DEPTH
    # 13. What the tried guesses prove.
    return settle_by_search(problem, scratch, memo, frame)
