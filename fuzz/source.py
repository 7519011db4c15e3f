"""Bytes read as choices: what a fuzzer makes up decides what a target does."""


class Source:
    """Choices out of bytes; where they are used up, every choice is the first one."""

    def __init__(self, data):
        self._data = data
        self._at = 0

    def __bool__(self):
        return self._at < len(self._data)

    def byte(self):
        """0 to 255."""
        if not self:
            return 0
        self._at += 1
        return self._data[self._at - 1]

    def whole(self, size):
        """A number of `size` bytes."""
        return int.from_bytes(bytes(self.byte() for _ in range(size)), "little")

    def below(self, limit):
        """A number below a limit that is not large."""
        return self.whole(1 if limit <= 256 else 4) % limit

    def pick(self, choices):
        """One of a sequence that has no more than a few thousand items."""
        return choices[self.below(len(choices))]

    def once_in(self, times):
        """True about once in so many times; False where the bytes are used up."""
        return self.below(times) == times - 1

    def rest(self):
        """All bytes that are left."""
        found = self._data[self._at :]
        self._at = len(self._data)
        return found

    def some(self, most):
        """At most so many bytes."""
        size = self.below(most + 1)
        found = self._data[self._at : self._at + size]
        self._at += len(found)
        return found
