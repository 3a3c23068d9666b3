"""Damages tree files by their structure: a seeded mutator that knows the format, and so gets behind its checksum.

Raw bytes rarely get past the first checks. Here a valid file is taken apart, parts are made wrong in the ways that a
format can be wrong (cycles, shared children, numbers out of range, huge counts, wrong types, deep nesting, bombs), and
most files get a right checksum, and half of them a header that agrees with the damage.
"""

import contextlib
import copy
import random
import zlib
from typing import Any

import msgpack
from tree_model import TreeModel, pack_entries, seal

HUGE = (255, 256, 65_535, 65_536, 1_048_576, 1_048_577, 2**31, 2**32 - 1, 2**63, 2**64 - 1)
STRANGE = (
    *("", "\n", "\x1b[2J", "\x85", "a" * 256, "a" * 5000, "é", "\U00010428", "\u202e", "İ", "x,y"),
    *("plate", "wordle"),
)
NAMES = ("optimal", "hard", "any", "candidates", "mastermind", "wordle", "worst-case", "likely total", "heuristic")
ARRAYS = ("feedback", "children", "guess")


class Mutator:
    """Makes damaged files out of valid ones; equal seeds make equal files."""

    def __init__(self, bases: list[bytes], seed: int) -> None:
        self.chance = random.Random(seed)
        self.bases = bases
        self.models = [TreeModel.of(base) for base in bases]

    def next(self) -> bytes:
        """Returns the next file."""
        chance = self.chance
        if chance.random() < 0.1:
            return self.damage_bytes(chance.choice(self.bases))
        # Only what is changed is copied deeply: the arrays are lists of numbers.
        base = chance.choice(self.models)
        model = copy.deepcopy(base)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            chance.choice((self.damage_array, self.damage_array, self.move_nodes, self.damage_words, self.graft))(model)
            if chance.random() < 0.4:
                self.damage_field(model.entries)
        if chance.random() < 0.6:
            # The header may be damaged beyond what can be made right.
            with contextlib.suppress(TypeError, KeyError, AttributeError):
                model.recount()
        try:
            entries = model.put_back()
        except (TypeError, KeyError, AttributeError, ValueError, OverflowError):
            entries = copy.deepcopy(base.put_back())
            self.damage_field(entries)
        if chance.random() < 0.3:
            self.damage_stream(entries)
        if chance.random() < 0.15:
            self.damage_keys(entries)
        try:
            data = pack_entries(entries)
        except (ValueError, OverflowError, TypeError):
            data = chance.choice(self.bases)
        return self.damage_bytes(data) if chance.random() < 0.1 else data

    def damage_array(self, model: TreeModel) -> None:
        """Changes, swaps, drops, doubles or sorts entries of an array."""
        chance = self.chance
        values = getattr(model, chance.choice(ARRAYS))
        if model.weights is not None and chance.random() < 0.25:
            values = model.weights
        if model.likely is not None and chance.random() < 0.25:
            values = model.likely
        if not values:
            values.append(0)
        place = chance.randrange(len(values))
        kind = chance.randrange(8)
        if kind == 0:
            values[place] = chance.choice((0, 1, 2, 3, 80, 161, 162, 240, 241, 242, 243, *HUGE))
        elif kind == 1:
            values[place] = max(0, values[place] + chance.choice((-1, 1)))
        elif kind == 2:
            other = chance.randrange(len(values))
            values[place], values[other] = values[other], values[place]
        elif kind == 3:
            del values[place : place + chance.choice((1, 1, 2, 1000))]
        elif kind == 4:
            values[place:place] = [chance.choice((0, 0, 1, 2, 9))] * chance.choice((1, 1, 2, 50, 3000))
        elif kind == 5:
            values.sort(reverse=chance.random() < 0.5)
        elif kind == 6:
            values[:] = [chance.choice((0, 1, values[place]))] * len(values)
        else:
            values[:] = [chance.randrange(4) for _ in range(chance.randrange(1, 9))]

    def move_nodes(self, model: TreeModel) -> None:
        """Adds, takes away or moves whole nodes, so that all arrays stay as long as they must be."""
        chance = self.chance
        kind = chance.randrange(4)
        if kind == 0:
            parent = chance.randrange(len(model.children)) if model.children else 0
            place = min(1 + sum(model.children[: parent + 1]), len(model.guess))
            model.children[parent : parent + 1] = [*(n + 1 for n in model.children[parent : parent + 1])]
            model.children.insert(place, 0)
            model.guess.insert(place, chance.choice((0, 1, 2)))
            model.feedback.insert(max(0, place - 1), chance.choice((0, 1, 79, 80, 81, 161, 241)))
        elif kind == 1 and len(model.guess) > 1 and len(model.children) == len(model.guess):
            # A leaf and the word that it solved.
            leaf = chance.randrange(1, len(model.guess))
            parent = next((i for i in range(leaf) if 1 + sum(model.children[: i + 1]) > leaf), 0)
            model.children[parent] -= 1
            for values, place in ((model.children, leaf), (model.guess, leaf), (model.feedback, leaf - 1)):
                del values[place : place + 1]
        elif kind == 2:
            # A long chain, or a wide fan.
            n_more = chance.choice((2, 5, 254, 255, 300))
            is_chain = chance.random() < 0.5
            model.children[:] = [1] * n_more + [0] if is_chain else [n_more, *[0] * n_more]
            model.feedback[:] = [chance.choice((0, 80))] * n_more if is_chain else list(range(n_more))
            model.guess[:] = [chance.choice((0, 1))] + [chance.choice((1, 2))] * n_more
        else:
            model.guess.reverse()

    def damage_words(self, model: TreeModel) -> None:
        """Makes words equal, longer, other, or puts them in another order."""
        chance = self.chance
        words = model.answers if not model.others or chance.random() < 0.7 else model.others
        if not words:
            return
        place = chance.randrange(len(words))
        kind = chance.randrange(7)
        if kind == 0:
            words[place] = chance.choice(words)
        elif kind == 1:
            at = chance.randrange(len(words[place])) if words[place] else 0
            words[place] = words[place][:at] + chance.choice("ab\x00 \x9bé\U00010428Aİ\u202e") + words[place][at + 1 :]
        elif kind == 2:
            chance.shuffle(words)
        elif kind == 3:
            del words[place]
        elif kind == 4:
            words.insert(place, "".join(chance.choices("abcxyz", k=len(words[place]))))
        elif kind == 5:
            words[place] += "x"
        else:
            model.answers, model.others = model.others or ["aaaaa"], model.answers

    def graft(self, model: TreeModel) -> None:
        """Takes a part of another tree."""
        other = self.chance.choice(self.models)
        name = self.chance.choice((*ARRAYS, "answers", "others", "weights", "likely", "entries"))
        if name == "entries":
            key = self.chance.choice(list(other.entries))
            model.entries[key] = copy.deepcopy(other.entries[key])
        else:
            setattr(model, name, copy.copy(getattr(other, name)))

    def damage_field(self, entries: dict[str, Any]) -> None:
        """Puts something else into a field, at any depth."""
        chance = self.chance
        inner = entries
        key = chance.choice(list(inner))
        while isinstance(inner[key], dict) and inner[key] and chance.random() < 0.85:
            inner = inner[key]
            key = chance.choice(list(inner))
        inner[key] = self.value(inner[key])

    def value(self, old: Any) -> Any:
        """Something that does not belong there, or nearly belongs there."""
        chance = self.chance
        kind = chance.randrange(9)
        if kind == 0 and type(old) is int:
            return old + chance.choice((-1, 1))
        if type(old) is str and chance.random() < 0.5:
            return chance.choice((*NAMES, *STRANGE))
        if kind <= 1:
            return chance.choice((0, 1, 2, -1, 12, 13, *HUGE))
        if kind == 2:
            return chance.choice((None, True, False, [], {}, b"", "", 1.5))
        if kind == 3:
            return chance.choice(STRANGE)
        if kind == 4:
            return chance.randbytes(chance.choice((0, 1, 31, 32, 33, 300)))
        if kind == 5:
            nested: Any = 0
            for _ in range(chance.choice((2, 14, 15, 16, 17, 200))):
                nested = [nested] if chance.random() < 0.5 else {"a": nested}
            return nested
        if kind == 6:
            return chance.choice(NAMES)
        if kind == 7:
            return [chance.choice((0, 1, 2, -1, None, 2**64 - 1)) for _ in range(chance.choice((0, 1, 3, 255, 256)))]
        return {str(i): i for i in range(chance.choice((1, 2, 500)))}

    def damage_stream(self, entries: dict[str, Any]) -> None:
        """Cuts, lengthens, blows up or flips a compressed stream."""
        chance = self.chance
        maps = [entries.get("words"), entries.get("nodes"), entries.get("weights"), entries.get("likely")]
        inner = chance.choice([found for found in maps if isinstance(found, dict)] or [{}])
        streams = [key for key, value in inner.items() if type(value) is bytes and value]
        if not streams:
            return
        key = chance.choice(streams)
        stream = bytearray(inner[key])
        kind = chance.randrange(6)
        if kind == 0:
            del stream[chance.randrange(len(stream)) :]
        elif kind == 1:
            stream += chance.randbytes(chance.choice((1, 4)))
        elif kind == 2:
            stream = bytearray(_BOMB)
        elif kind == 3:
            stream[chance.randrange(len(stream))] ^= 1 << chance.randrange(8)
        elif kind == 4:
            stream = bytearray(zlib.compress(chance.randbytes(chance.choice((0, 1, 8, 15, 60))), 0))
        else:
            stream *= 2
        inner[key] = bytes(stream)

    def damage_keys(self, entries: dict[str, Any]) -> None:
        """Drops, adds, renames or exchanges keys, or asks for another version."""
        chance = self.chance
        maps = [entries, *(value for value in entries.values() if isinstance(value, dict))]
        inner = chance.choice(maps)
        items = list(inner.items())
        kind = chance.randrange(5)
        if kind == 0 and items:
            items.pop(chance.randrange(len(items)))
        elif kind == 1:
            items.insert(chance.randrange(len(items) + 1), (chance.choice(STRANGE), self.value(0)))
        elif kind == 2:
            chance.shuffle(items)
        elif kind == 3 and items:
            place = chance.randrange(len(items))
            items[place] = (chance.choice(STRANGE), items[place][1])
        elif "version" in entries:
            entries["version"] = chance.choice(
                ([1, 0], [1, 1], [1, 2], [1, 3], [1, 2**64 - 1], [2, 0], [0, 9], [1], [])
            )
            return
        inner.clear()
        inner.update(items)

    def damage_bytes(self, data: bytes) -> bytes:
        """Changes bytes without looking, and makes the checksum right nine times in ten."""
        chance = self.chance
        damaged = bytearray(data)
        for _ in range(chance.choice((1, 1, 2, 8))):
            start = chance.randrange(max(1, len(damaged) - 34))
            kind = chance.randrange(4)
            if kind == 0:
                damaged[start] ^= 1 << chance.randrange(8)
            elif kind == 1:
                damaged[start] = chance.choice((0x00, 0x80, 0x8F, 0x90, 0xC0, 0xC1, 0xC6, 0xCF, 0xDB, 0xDD, 0xDF, 0xFF))
            elif kind == 2:
                del damaged[start : start + chance.choice((1, 4, 40))]
            else:
                damaged[start:start] = chance.choice((chance.randbytes(3), msgpack.packb(self.value(0))))
        return seal(bytes(damaged)) if len(damaged) > 34 and chance.random() < 0.9 else bytes(damaged)


_BOMB = zlib.compress(bytes(4_000_000), 9)
