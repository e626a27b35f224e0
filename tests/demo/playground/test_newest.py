from itertools import pairwise

from bot.demo.playground.newest import Newest


def test_newest__is_of_another_length_after_each_entry() -> None:
    kept, lengths = Newest[int](most=3), []

    for number in range(1000):
        kept.append(number)
        lengths.append(len(kept))

    assert all(one != other for one, other in pairwise(lengths))
    assert kept[-3:] == [997, 998, 999]
    assert max(lengths) < 300
