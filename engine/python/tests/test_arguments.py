"""Arrays as arguments: what may be read, what may be written, and what is refused."""

import numpy as np
import pytest

import plumbline


class Own(np.ndarray):
    """A class of its own, as programs with units have."""


def misaligned(values):
    memory = np.zeros(8 * len(values) + 1, np.uint8)
    array = memory[1:].view(np.float64)
    array[:] = values
    return array


VALUES = [0.3, -1.7, 2.9]


@pytest.mark.parametrize(
    "make",
    [
        list,
        tuple,
        np.array,
        lambda v: np.array(v, np.float64).astype(">f8"),
        lambda v: np.array(v)[::-1].copy()[::-1],
        lambda v: np.array([v]).T,
        lambda v: np.asfortranarray(np.array([v])),
        lambda v: np.array(v).view(Own),
        lambda v: np.array(v, np.longdouble),
        misaligned,
    ],
    ids="list tuple array swapped reversed column fortran subclass longer misaligned".split(),
)
def test_what_can_be_read(make):
    given = make(VALUES)
    assert plumbline.mju_norm3(given) == plumbline.mju_norm(given) == np.sqrt(0.09 + 2.89 + 8.41)
    res = np.zeros(3)
    plumbline.mju_copy3(res, given)
    assert res.tolist() == VALUES
    plumbline.mju_add(res, res, given)
    assert res.tolist() == [2 * v for v in VALUES]


def test_numbers_of_other_kinds_are_converted():
    assert plumbline.mju_sum(np.array([1, 2, 3], np.int8)) == 6
    assert plumbline.mju_sum(np.array([0.1], np.float32)) == float(np.float32(0.1))
    for wrong in ("text", object(), ["a"], None, 3.0, np.array(3.0)):
        with pytest.raises(TypeError):
            plumbline.mju_sum(wrong)


def test_what_can_be_written():
    array = np.full(4, 7.0)
    for res in (array, array.view(Own), array.reshape(2, 2), array.reshape(2, 2).ravel()):
        array[:] = 7
        plumbline.mju_zero(res)
        assert not array.any()


@pytest.mark.parametrize(
    "make, reason",
    [
        (lambda: [0, 0, 0], "numpy array of float64"),
        (lambda: np.zeros(3, np.float32), "numpy array of float64"),
        (lambda: np.zeros(3, ">f8"), "numpy array of float64"),
        (lambda: np.zeros(6)[::2], "contiguous"),
        (lambda: misaligned([0, 0, 0]), "aligned"),
        (lambda: np.broadcast_to(np.zeros(3), 3), "writeable"),
        (lambda: np.broadcast_to(np.zeros(3), 3).view(Own), "writeable"),
    ],
)
def test_what_cannot_be_written(make, reason):
    with pytest.raises(TypeError, match=reason):
        plumbline.mju_zero(make())
    with pytest.raises(TypeError, match=reason):
        plumbline.mju_zero3(make())


@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 400])
def test_vectors_of_any_length(count):
    """A few numbers lie elsewhere than many."""
    given = np.random.default_rng(count).standard_normal(count)
    res = np.zeros(count)
    plumbline.mju_copy(res, given)
    assert res.tobytes() == given.tobytes()
    plumbline.mju_addTo(res, list(given))
    assert res.tobytes() == (given + given).tobytes()
    order = np.arange(count, dtype=np.int32)[::-1].copy()
    plumbline.mju_insertionSortInt(order)
    assert order.tolist() == list(range(count))


def test_results_of_the_wrong_size_are_refused():
    for wrong in (np.zeros(2), np.zeros(4), np.zeros((1, 4))):
        with pytest.raises(TypeError, match="3 numbers"):
            plumbline.mju_zero3(wrong)
        with pytest.raises(TypeError, match="3 numbers"):
            plumbline.mju_norm3(wrong)
