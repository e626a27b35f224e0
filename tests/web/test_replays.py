from bot.web.replays import KEEP_SECONDS, MOST_SIGNATURES, Replays


class _Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_take__once() -> None:
    replays = Replays(_Clock())

    assert replays.take("a")
    assert not replays.take("a")
    assert replays.take("b")


def test_take__again_after_it_was_given_back() -> None:
    replays = Replays(_Clock())
    replays.take("a")

    replays.give_back("a")

    assert replays.take("a")
    replays.give_back("never taken")


def test_take__remembered_for_as_long_as_a_signature_is_good() -> None:
    clock = _Clock()
    replays = Replays(clock)
    replays.take("a")

    clock.now = KEEP_SECONDS - 1
    assert not replays.take("a")
    clock.now = KEEP_SECONDS
    assert replays.take("a")


def test_take__keeps_a_limited_number() -> None:
    replays = Replays(_Clock())

    for number in range(MOST_SIGNATURES + 1):
        replays.take(str(number))

    assert replays.take("0")
    assert not replays.take(str(MOST_SIGNATURES))
