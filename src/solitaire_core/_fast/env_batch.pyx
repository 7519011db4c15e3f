"""Many games side by side, stepped at once: what the environments of all families share.

A family says how a deck is dealt, which actions are legal, what a move does and what is seen of
it; here is what goes around that: deal numbers, rewards, limits, and what becomes of a game
that is over. The plain Python twin is reference/envs.py.
"""

from threading import Lock

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy

from solitaire_core._fast.checks cimport whole
from solitaire_core._fast.dealing cimport MOST_CARDS, OK, deal_source, raise_fault, set_source
from solitaire_core._fast.dealing cimport take_deck
from solitaire_core._fast.memory cimport Block
from solitaire_core._fast.shuffle cimport sc1_deck, splitmix64

from solitaire_core._fast.errors import IllegalMoveError

cdef extern from "bits.h":
    uint64_t high_product(uint64_t a, uint64_t b) noexcept nogil

cdef enum:
    WON = 1

    # What a step tells beside the reward, a row of bytes for each.
    TERMINATED = 0
    TRUNCATED = 1
    IS_WON = 2
    WAS_ILLEGAL = 3
    FLAGS = 4

_CHOICES = {
    "observe": ("visible", "known", "all"),
    "reward": ("win", "score"),
    "illegal_action": ("noop", "terminate", "raise"),
    "autoreset": ("next-step", "same-step", "disabled"),
}


cdef int _choice(dict options, str name) except -1:
    """Which of the words that an option may have it has."""
    value = options.pop(name)
    if not isinstance(value, str) or value not in _CHOICES[name]:
        raise ValueError(f"{name} is {', '.join(_CHOICES[name])}, not {value!r}")
    return _CHOICES[name].index(value)


cdef inline uint64_t _draw(uint64_t* stream, uint64_t first, uint64_t size) noexcept nogil:
    """A deal number, each as likely, by Lemire's multiply-and-reject method."""
    cdef uint64_t x = splitmix64(stream)
    if size == 0:
        return x
    while x * size < (<uint64_t> 0 - size) % size:
        x = splitmix64(stream)
    return first + high_product(x, size)


cdef class EnvBatch:
    """Environments of one game, stepped together into buffers that the caller owns.

    Made by `PeaksEnvs` and `KlondikeEnvs`.

    Attributes
    ----------
    count : int
        How many environments there are.
    width : int
        The bytes of an observation.
    actions : int
        How many actions there are; an action is a number below.
    cards : int
        The cards of a deck.
    """

    def __init__(self, *args, **kwargs):
        raise TypeError("environments are those of a family: PeaksEnvs or KlondikeEnvs")

    cdef int _set_up(self, int cards, int width, int actions, count, dict options) except -1:
        """Read the options that all families have, and make room; how many there are."""
        cdef int number, i
        if self.count:
            raise TypeError("the environments have been set up already")
        self.observe = _choice(options, "observe")
        self.scored = _choice(options, "reward")
        self.illegal = _choice(options, "illegal_action")
        self.autoreset = _choice(options, "autoreset")
        self.illegal_reward = options.pop("illegal_reward")
        self.most_steps = whole("max_episode_steps", options.pop("max_episode_steps"), 0, 2**63)
        self.first = whole("first", options.pop("first"), 0, 2**64 - 1)
        self.range = whole("size", options.pop("size"), 0, min(2**64 - 1, 2**64 - self.first))
        if self.range == 0 and self.first:
            raise ValueError(f"first is 0 where size is 0 (all deals), not {self.first}")
        if options:
            raise TypeError(f"there is no option {min(options)!r}")
        number = whole("count", count, 1, 2**24)
        self._episodes = Block(number * sizeof(episode))
        self.episodes = <episode*> self._episodes.data
        self._lock = Lock()
        self.cards = cards
        self.width = width
        self.actions = actions
        for i in range(number):
            self.episodes[i].over = True
        return number

    # ---- what a family does --------------------------------------------------------

    cdef void deal(self, int i, const uint8_t* cards) noexcept nogil:
        """Deal a deck out."""
        pass

    cdef bint is_legal(self, int i, int action) noexcept nogil:
        """Whether an action is legal."""
        return False

    cdef double play(self, int i, int action) noexcept nogil:
        """Make the move of a legal action; the points that it is worth."""
        return 0

    cdef int look(self, int i, uint8_t* row, int8_t* mask) noexcept nogil:
        """Write the observation and the legal actions; 0 in play, 1 won, 2 lost."""
        return 0

    # ---- what goes around it -------------------------------------------------------

    cdef void _begin(self, int i, const uint8_t* cards) noexcept nogil:
        """Begin a new game, with a deck or with the deal whose number comes next."""
        cdef uint8_t[MOST_CARDS] deck
        cdef episode* e = &self.episodes[i]
        if cards == NULL:
            e.number = _draw(&e.stream, self.first, self.range)
            sc1_deck(e.number, self.cards // 52, deck)
            cards = deck
        e.steps = 0
        e.over = False
        self.deal(i, cards)

    cdef void _step(self, int i, int action, uint8_t* row, int8_t* mask,
                    double* reward, uint8_t* flags) noexcept nogil:
        """One step of an environment whose game is not over."""
        cdef episode* e = &self.episodes[i]
        cdef bint legal = self.is_legal(i, action), terminated, truncated
        cdef int result
        cdef double points = 0
        e.steps += 1
        if legal:
            points = self.play(i, action)
        result = self.look(i, row, mask)
        reward[0] = points if self.scored else result == WON
        if not legal:
            reward[0] += self.illegal_reward
        terminated = result != 0 or (not legal and self.illegal == TERMINATE)
        truncated = self.most_steps != 0 and e.steps >= self.most_steps
        flags[TERMINATED * self.count + i] = terminated
        flags[TRUNCATED * self.count + i] = truncated
        flags[IS_WON * self.count + i] = result == WON
        flags[WAS_ILLEGAL * self.count + i] = not legal
        e.over = terminated or truncated

    cdef int _check_step(self, const int64_t* actions) except -1:
        """Refuse a step before anything has changed."""
        cdef int i, wrong = -1
        with nogil:
            for i in range(self.count):
                if not 0 <= actions[i] < self.actions:
                    wrong = i
                    break
        if wrong >= 0:
            raise ValueError(f"action {actions[wrong]} of environment {wrong}: actions are 0 to"
                             f" {self.actions - 1}")
        if self.autoreset == DISABLED:
            for i in range(self.count):
                if self.episodes[i].over:
                    raise ValueError(f"environment {i} has to be reset: its game is over")
        if self.illegal == RAISE:
            for i in range(self.count):
                if not self.episodes[i].over and not self.is_legal(i, actions[i]):
                    raise IllegalMoveError(f"action {actions[i]} of environment {i} is illegal")
        return 0

    def step(self, const int64_t[::1] actions not None, uint8_t[:, ::1] observations not None,
             int8_t[:, ::1] masks not None, double[::1] rewards not None,
             uint8_t[:, ::1] flags not None, uint64_t[::1] numbers not None,
             uint8_t[:, ::1] final_observations=None, int8_t[:, ::1] final_masks=None):
        """One step of every environment.

        Parameters
        ----------
        actions : buffer of int64, shape (count,)
            0 to `actions` - 1. That of an environment whose game was over is not looked at.
        observations : writable buffer of uint8, shape (count, width)
            Filled in, as all that follow.
        masks : writable buffer of int8, shape (count, actions)
            1 for each action that is legal now, else 0.
        rewards : writable buffer of float64, shape (count,)
        flags : writable buffer of uint8, shape (4, count)
            0 or 1: terminated, truncated, won, and whether the action was illegal.
        numbers : writable buffer of uint64, shape (count,)
            The number of the deal that each is in now.
        final_observations, final_masks : writable buffers, optional
            As observations and masks, of the games that ended in this step, where others take
            their place at once (`same-step`); other rows are left alone.

        Raises
        ------
        ValueError
            If a shape is wrong, an action is out of range or, where illegal actions raise,
            illegal, or a game is over and resets are the caller's; nothing has changed then.

        Notes
        -----
        The GIL is released. One thread steps at a time; another one waits.
        """
        cdef int i, k
        cdef bint same = self.autoreset == SAME_STEP
        self._check_shapes(observations, masks, numbers)
        for name, length in (("actions", actions.shape[0]), ("rewards", rewards.shape[0]),
                             ("flags", flags.shape[1])):
            if length != self.count:
                raise ValueError(f"{name} has {length} entries for {self.count} environments")
        if flags.shape[0] != FLAGS:
            raise ValueError(f"flags has {flags.shape[0]} rows, not {FLAGS}")
        if same:
            if final_observations is None or final_masks is None:
                raise ValueError("final_observations and final_masks are needed (same-step)")
            self._check_shapes(final_observations, final_masks, numbers)
        if self.count == 0:
            return
        with self._lock:
            self._check_step(&actions[0])
            with nogil:
                for i in range(self.count):
                    if self.episodes[i].over:
                        self._begin(i, NULL)
                        self.look(i, &observations[i, 0], &masks[i, 0])
                        rewards[i] = 0
                        for k in range(FLAGS):
                            flags[k, i] = 0
                    else:
                        self._step(i, actions[i], &observations[i, 0], &masks[i, 0],
                                   &rewards[i], &flags[0, 0])
                        if same and self.episodes[i].over:
                            memcpy(&final_observations[i, 0], &observations[i, 0], self.width)
                            memcpy(&final_masks[i, 0], &masks[i, 0], self.actions)
                            self._begin(i, NULL)
                            self.look(i, &observations[i, 0], &masks[i, 0])
                    numbers[i] = self.episodes[i].number

    def seed(self, const uint8_t[::1] which not None, const uint64_t[::1] seeds not None):
        """Set from what the deal numbers to come are drawn.

        Parameters
        ----------
        which : buffer of uint8, shape (count,)
            Not 0 for the environments that are meant.
        seeds : buffer of uint64, shape (count,)
            The same seed gives the same deals; those of other environments are not looked at.
        """
        cdef int i
        cdef uint64_t seed
        if which.shape[0] != self.count or seeds.shape[0] != self.count:
            raise ValueError(f"which and seeds have {which.shape[0]} and {seeds.shape[0]}"
                             f" entries for {self.count} environments")
        if self.count == 0:
            return
        with self._lock, nogil:
            for i in range(self.count):
                if which[i]:
                    # Hashed, so that streams of neighbouring seeds do not overlap.
                    seed = seeds[i]
                    self.episodes[i].stream = splitmix64(&seed)

    def reset(self, const uint8_t[::1] which not None, uint8_t[:, ::1] observations not None,
              int8_t[:, ::1] masks not None, uint64_t[::1] numbers not None, *,
              bint given=False, const uint8_t[:, ::1] decks=None):
        """Begin new games, and look at all.

        Parameters
        ----------
        which : buffer of uint8, shape (count,)
            Not 0 for the environments that begin anew.
        observations, masks : writable buffers
            As for `step`.
        numbers : writable buffer of uint64, shape (count,)
            Filled in with the deal numbers; read before, where they are given.
        given : bool
            Whether `numbers` says which deals come; else they are drawn.
        decks : buffer of uint8, shape (count, cards), optional
            The decks themselves, card codes 0..51, the card dealt first first.

        Raises
        ------
        ValueError
            If a shape is wrong, or a deck is none; nothing has changed then.
        """
        cdef deal_source source
        cdef int i
        cdef uint8_t[MOST_CARDS] deck
        cdef const uint8_t* cards
        self._check_shapes(observations, masks, numbers)
        if which.shape[0] != self.count:
            raise ValueError(f"which has {which.shape[0]} entries for {self.count} environments")
        source.fault = OK
        if given or decks is not None:
            set_source(&source, numbers, decks, "sc1", self.cards // 52)
            for i in range(self.count):
                if which[i] and take_deck(&source, i, deck) != OK:
                    raise_fault(&source)
        if self.count == 0:
            return
        with self._lock:
            for i in range(self.count):
                if not which[i] and self.episodes[i].steps == 0 and self.episodes[i].over:
                    raise ValueError(f"environment {i} has to be reset: it has no game yet")
            with nogil:
                for i in range(self.count):
                    if which[i]:
                        cards = NULL
                        if given or decks is not None:
                            # Once more: the caller's arrays may have changed meanwhile.
                            if take_deck(&source, i, deck) != OK:
                                break
                            cards = deck
                            self.episodes[i].number = 0 if decks is not None else numbers[i]
                        self._begin(i, cards)
                    self.look(i, &observations[i, 0], &masks[i, 0])
                    numbers[i] = self.episodes[i].number
        if source.fault != OK:
            raise_fault(&source)

    def _check_shapes(self, uint8_t[:, ::1] observations, int8_t[:, ::1] masks,
                      uint64_t[::1] numbers):
        if observations.shape[0] != self.count or observations.shape[1] != self.width:
            raise ValueError(f"observations have the shape ({self.count}, {self.width}), not"
                             f" ({observations.shape[0]}, {observations.shape[1]})")
        if masks.shape[0] != self.count or masks.shape[1] != self.actions:
            raise ValueError(f"masks have the shape ({self.count}, {self.actions}), not"
                             f" ({masks.shape[0]}, {masks.shape[1]})")
        if numbers.shape[0] != self.count:
            raise ValueError(f"numbers has {numbers.shape[0]} entries for {self.count}"
                             " environments")
