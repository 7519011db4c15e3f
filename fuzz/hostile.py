"""Values that a caller may hand in by mistake or on purpose."""

import array
from operator import index

import numpy as np

import solitaire_core as sc

KINDS = ("u1", "i1", "u2", "i2", "i4", "u4", "i8", "u8", "f4", "f8", "?", ">u8", ">i4", "O", "S1")
NUMBERS = (
    0, 1, 2, 3, 7, 51, 52, 53, 63, 64, 127, 128, 255, 256, 1000, 2**15, 2**16, 2**31 - 1, 2**31,
    2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30,
)  # fmt: skip


class Liar(int):
    """A whole number that says yes to every comparison."""

    __hash__ = int.__hash__

    def _yes(self, other):
        return True

    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = _yes


class Index:
    """What is another number each time that it is asked."""

    def __init__(self, *numbers):
        self._numbers = list(numbers)

    def __index__(self):
        self._numbers.append(self._numbers.pop(0))
        return self._numbers[-1]

    def less(self, most, refused):
        """The same with smaller numbers, as `less_work` has it."""
        return Index(*(less_work(each, most, refused) for each in self._numbers))


def less_work(found, most, refused=2**60):
    """What says how much work to do, brought down: too much is no fault where it is not refused."""
    if isinstance(found, Index):
        return found.less(most, refused)
    if isinstance(found, (int, sc.Card)) and most < index(found) < refused:
        return index(found) % (most + 1)
    return found


class Shrinking(list):
    """A list that is empty once somebody has looked at its length."""

    def __len__(self):
        found = super().__len__()
        self.clear()
        return found


def number(source):
    """Any whole number, mostly one at an edge."""
    found = source.pick(NUMBERS) if source.below(3) else source.whole(4)
    return -found if source.once_in(4) else found


def value(source):
    """Anything at all."""
    kind = source.below(12)
    if kind < 4:
        return number(source)
    if kind == 4:
        return source.pick((None, True, False, (), {}, set(), object, object()))
    if kind == 5:
        return source.pick((0.5, -0.0, 1e300, float("inf"), float("nan"), 1j))
    if kind == 6:
        return source.some(20).decode("utf-8", "surrogateescape")
    if kind == 7:
        return source.pick((bytes, bytearray))(source.some(60))
    if kind == 8:
        return source.pick(
            (Liar(number(source)), Index(0, number(source)), Index(number(source), 1))
        )
    if kind == 9:
        return [number(source) for _ in range(source.below(60))]
    if kind == 10:
        return Shrinking(range(source.below(60)))
    return buffer(source, np.zeros((2, 3), np.uint8))


def buffer(source, like):
    """Some memory, of the shape and type of an array or nearly so."""
    shape = list(like.shape)
    if source.once_in(4) and shape:
        at = source.below(len(shape))
        shape[at] = max(0, shape[at] + source.pick((-1, 1, -shape[at], 7)))
    if source.once_in(8):
        shape = [*shape, source.below(3)] if source.below(2) else shape[:-1]
    kind = np.dtype(source.pick(KINDS)) if source.once_in(4) else like.dtype
    found = np.zeros(shape, kind)
    if found.size and kind.kind in "uif" and source.below(3):
        content = source.some(min(found.nbytes, 200))
        flat = found.view(np.uint8).reshape(-1)
        flat[: len(content)] = np.frombuffer(content, np.uint8)
    form = source.below(20)
    if form == 1:
        found.flags.writeable = False
    elif form == 2 and found.ndim:
        found = np.repeat(found, 2, axis=-1)[..., ::2]
    elif form == 3 and found.ndim:
        found = found[::-1]
    elif form == 4 and found.ndim:
        found = np.asfortranarray(found)
    elif form == 5:
        # At an odd address.
        held = np.zeros(found.nbytes + 1, np.uint8)
        if kind.kind in "uif":
            found = held[1:].view(kind).reshape(found.shape) if found.size else found
    elif form == 6 and found.ndim:
        found = np.broadcast_to(found[:1], found.shape)
    elif form == 7 and kind.kind in "uif":
        return memoryview(np.ascontiguousarray(found))
    elif form == 8 and kind.kind == "u":
        return array.array("B", found.tobytes())
    elif form == 9:
        return found.tolist()
    return found
