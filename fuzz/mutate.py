"""Inputs made of other inputs: the same ones from the same seed, on every machine."""

import random

LONGEST = 4096
# What readers of text and numbers trip over.
WORDS = [
    b"", b"\0", b"-1", b"0", b"1e400", b"NaN", b"null", b"true", b"[]", b"{}", b'""', b"[[[[[[[[",
    b"18446744073709551616", b"9223372036854775808", b"4294967296", b"9" * 60, b"-", b"\xff\xfe",
    b"\xed\xa0\x80", b"\xc4\xb0", b"\xe2\x99\xa0", b"\xef\xbb\xbf", b"\r\n", b"\n", b"\t", b" ",
    b"??", b"AC", b"10H", b"KS", b"turn", b"redeal", b"deal", b"*", b">", b"#", b"|", b",", b";",
    b'"', b"\\u0000", b"\\ud800", b"\xd9\xa1",
]  # fmt: skip


def mutated(rng, inputs):
    """One of the inputs, changed in a few places."""
    data = bytearray(rng.choice(inputs))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randint(0, len(data))
        end = min(len(data), at + rng.choice((1, 1, 2, 4, 16, 64)))
        change = rng.randrange(8)
        if change == 0:
            data[at:end] = rng.randbytes(end - at)
        elif change == 1:
            del data[at:end]
        elif change == 2:
            data[at:at] = data[at:end] * rng.choice((1, 2, 30))
        elif change == 3:
            data[at:end] = rng.choice(WORDS)
        elif change == 4:
            data[at:at] = rng.choice(WORDS)
        elif change == 5:
            other = rng.choice(inputs)
            data[at:] = other[rng.randint(0, len(other)) :]
        elif change == 6 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        else:
            where = rng.randint(0, len(data))
            data[at:end], data[where:where] = b"", data[at:end]
    return bytes(data[:LONGEST])


def inputs_of(seeds, count, seed=0):
    """All seeds, and then inputs made of them, `count` in all."""
    rng = random.Random(seed)
    yield from seeds[:count]
    for _ in range(count - len(seeds)):
        yield mutated(rng, seeds) if rng.random() < 0.9 else rng.randbytes(rng.randint(0, 200))
