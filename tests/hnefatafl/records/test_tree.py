"""The tree of a record: lines, variations, and the games that come of changing them."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

from hnefatafl import Move, Position, Side, Square, variants
from hnefatafl.errors import (
    ArgumentTypeError,
    HnefataflError,
    IllegalMoveError,
    IllegalRollError,
    InvalidSetupError,
    NotationError,
    RecordError,
)
from hnefatafl.notation import archive, otn
from hnefatafl.notation.moves import parse_move
from hnefatafl.records import Game, Node, Note, RecordedMove, Shape, Variation, _game
from hnefatafl.rules import Die

BRANDUBH = variants.BRANDUBH
BRANDUBH_START = Position.initial(BRANDUBH)
MAIN = "d1-c1 c4-c2 g4-g2 c2-b2"


def moves(text: str) -> list[RecordedMove]:
    return [parse_move(token) for token in text.split()]


def plain(text: str) -> list[Move]:
    return [Move.parse(token) for token in text.split()]


def game(main: str = MAIN) -> Game:
    return Game(ruleset=BRANDUBH, moves=moves(main))


def node(of: Game, path: str) -> Node:
    found = of.find(plain(path))
    assert found is not None
    return found


def grown() -> Game:
    """The main line, two variations in place of its second move, and one in the first of these."""
    one = game().add(plain("d1-c1 c4-c3 g4-g3 c3-b3"))
    return one.add(plain("d1-c1 c4-c6")).add(plain("d1-c1 c4-c3 d2-e2"))


def shape(of: Game) -> list[str]:
    """The main line and the variations, one a line: what each leaves and replaces, and its moves."""
    variations = [(v.line, v.at, v.moves) for v in of.variations]
    return [f"{line}.{at} {' '.join(map(str, moves))}" for line, at, moves in [(0, 0, of.moves), *variations]]


def paths(of: Game) -> set[tuple[str, ...]]:
    """Every node by the moves that lead to it."""
    return {tuple(str(move.move) for move in of.path(each)) for each in of.walk()}


# ---------------------------------------------------------------------------------------------------------------- lines


def test_what_is_there_is_followed_and_what_is_new_branches_off() -> None:
    assert shape(grown()) == ["0.0 " + MAIN, "0.1 c4-c3 g4-g3 c3-b3", "1.1 d2-e2", "0.1 c4-c6"]
    assert game().add(plain("d1-c1 c4-c2")) == game()
    assert shape(game().add(plain(MAIN + " c1-d1"))) == ["0.0 " + MAIN + " c1-d1"]
    assert shape(grown().add(plain("g2-g1"), after=node(grown(), "d1-c1 c4-c6"))) == [
        *shape(grown())[:3],
        "0.1 c4-c6 g2-g1",
    ]
    assert shape(Game(ruleset=BRANDUBH).add(plain(MAIN))) == ["0.0 " + MAIN]


def test_walk_goes_through_everything_in_the_order_of_reading() -> None:
    walked = [(each.line, each.ply, str(each.move)) for each in grown().walk()]
    assert walked == [
        (0, 0, "d1-c1"),
        (0, 1, "c4-c2"),
        (1, 1, "c4-c3"),
        (1, 2, "g4-g3"),
        (2, 2, "d2-e2"),
        (1, 3, "c3-b3"),
        (3, 1, "c4-c6"),
        (0, 2, "g4-g2"),
        (0, 3, "c2-b2"),
    ]
    assert list(Game(ruleset=BRANDUBH).walk()) == []


def test_nodes_are_found_by_their_moves() -> None:
    tree = grown()
    for each in tree.walk():
        path = tree.path(each)
        assert tree.find(move.move for move in path) == each
        assert len(path) == each.ply + 1
    assert tree.find(plain("d1-c1 c4-c5")) is None
    assert tree.find([]) == tree.find("") == tree.root != next(tree.walk())


def test_promotion_exchanges_a_variation_with_what_it_replaces() -> None:
    tree = grown()
    assert tree.promote(node(tree, "d1-c1 c4-c2")) == tree
    up = tree.promote(node(tree, "d1-c1 c4-c3 g4-g3"))
    assert shape(up) == ["0.0 d1-c1 c4-c3 g4-g3 c3-b3", "0.1 c4-c2 g4-g2 c2-b2", "0.1 c4-c6", "0.2 d2-e2"]
    assert up.promote(node(up, "d1-c1 c4-c2")) == tree
    last = tree.promote(node(tree, "d1-c1 c4-c6"))
    assert shape(last)[:2] == ["0.0 d1-c1 c4-c6", "0.1 c4-c2 g4-g2 c2-b2"]
    deep = tree.promote(node(tree, "d1-c1 c4-c3 d2-e2"))
    assert shape(deep) == ["0.0 " + MAIN, "0.1 c4-c3 d2-e2", "1.1 g4-g3 c3-b3", "0.1 c4-c6"]
    for each in tree.walk():
        assert paths(tree.promote(each)) == paths(tree)


def test_deletion_lets_the_first_variation_follow() -> None:
    tree = grown()
    assert shape(tree.delete(node(tree, "d1-c1 c4-c2"))) == ["0.0 d1-c1 c4-c3 g4-g3 c3-b3", "0.1 c4-c6", "0.2 d2-e2"]
    assert shape(tree.delete(node(tree, "d1-c1 c4-c3"))) == ["0.0 " + MAIN, "0.1 c4-c6"]
    assert shape(tree.delete(node(tree, "d1-c1 c4-c3 g4-g3"))) == ["0.0 " + MAIN, "0.1 c4-c3 d2-e2", "0.1 c4-c6"]
    assert shape(tree.delete(node(tree, "d1-c1 c4-c3 g4-g3 c3-b3")))[1] == "0.1 c4-c3 g4-g3"
    assert shape(tree.delete(node(tree, "d1-c1"))) == ["0.0 "]
    for each in tree.walk():
        gone = tuple(str(move.move) for move in tree.path(each))
        assert paths(tree.delete(each)) == {path for path in paths(tree) if path[: len(gone)] != gone}


def test_notes() -> None:
    tree = grown()
    noted = tree.annotate(node(tree, "d1-c1 c4-c3 d2-e2"), Note(comment="a blunder", glyph="??"))
    assert noted.variations[1].moves[0].note == Note(comment="a blunder", glyph="??")
    assert noted != tree
    assert noted.annotate(node(noted, "d1-c1 c4-c3 d2-e2"), None) == tree


def test_a_node_keeps_its_place_after_notes() -> None:
    tree = grown()
    before = node(tree, "d1-c1 c4-c3 d2-e2")
    noted = tree.annotate(before, Note(comment="a blunder", glyph="??"))
    assert noted.path(before) == noted.path(node(noted, "d1-c1 c4-c3 d2-e2"))
    assert shape(noted.add(plain("c4-b4"), after=before)) == shape(tree.add(plain("c4-b4"), after=before))
    assert shape(noted.delete(before)) == shape(tree.delete(before))
    assert noted.annotate(before, Note(glyph="!")).annotate(before, None) == tree
    assert node(noted, "d1-c1 c4-c3 d2-e2") == before
    assert hash(node(noted, "d1-c1 c4-c3 d2-e2")) == hash(before)
    # The note is all that changes, whatever game the node is of.
    marked = attrs.evolve(game(), moves=moves("d1-c1+ c4-c2 g4-g2"))
    assert marked.annotate(node(game(), "d1-c1"), Note(glyph="!")).moves[0].info == "+"


def test_a_node_stands_for_its_moves_in_other_versions_of_its_game() -> None:
    tree = grown()
    for each in tree.walk():
        path = tree.path(each)
        for other in (tree.promote("d1-c1 c4-c6"), tree.add("d1-e1 c4-c3"), tree.promote("d1-c1 c4-c3 d2-e2")):
            assert [move.move for move in other.path(each)] == [move.move for move in path]
            assert shape(other.add("a4-a5", after=each)) == shape(
                other.add("a4-a5", after=" ".join(str(move.move) for move in path))
            )
    last = node(tree, "d1-c1 c4-c6")
    assert shape(tree.promote(last).delete(last)) == ["0.0 " + MAIN, "0.1 c4-c3 g4-g3 c3-b3", "1.1 d2-e2"]
    gone = tree.delete("d1-c1 c4-c6")
    with pytest.raises(RecordError, match=r"^the game does not have the moves d1-c1 c4-c6$"):
        gone.add("g2-g1", after=last)


def test_nodes_of_variations_that_begin_alike_are_told_apart() -> None:
    twice = attrs.evolve(game("d1-c1 c4-c2"), variations=[Variation(at=1, moves=moves("c4-c3 g4-g3"))] * 2)
    for each in twice.walk():
        twice = twice.annotate(each, Note(comment=f"{each.line}, {each.ply}"))
    assert [(each.line, each.note) for each in twice.walk()] == [
        (each.line, Note(comment=f"{each.line}, {each.ply}")) for each in twice.walk()
    ]


def test_a_node_has_its_position() -> None:
    tree = grown()
    for each in tree.walk():
        position = BRANDUBH_START
        for move in tree.path(each):
            position = position.play(move.move)
        assert tree.position(each) == position
    assert tree.position("d1-c1 c4-c3") == BRANDUBH_START.play("d1-c1").play("c4-c3")
    assert tree.promote("d1-c1 c4-c6").position(node(tree, "d1-c1 c4-c3")) == tree.position("d1-c1 c4-c3")
    # As `add` does, it goes on where repetition has ended the game.
    assert len(list(Game(ruleset=BRANDUBH, moves=[*long_line(40)]).walk())) == 40
    assert Game(ruleset=BRANDUBH, moves=[*long_line(40)]).position(" ".join(SHUFFLE * 10)).ply == 40


def test_positions_that_are_not_reached() -> None:
    wrong = game("d1-c1 c4-c9 g4-g2")
    assert wrong.position("d1-c1").ply == 1
    for path in ("d1-c1 c4-c9", "d1-c1 c4-c9 g4-g2"):
        with pytest.raises(IllegalMoveError):
            wrong.position(path)
    with pytest.raises(RecordError, match="d1-e1"):
        wrong.position("d1-e1")
    lot = Game(ruleset=BRANDUBH.evolve(first=None), moves=moves("d1-c1"))
    with pytest.raises(InvalidSetupError):
        lot.position("d1-c1")


def test_the_position_of_a_node_has_the_roll_after_it() -> None:
    dice = BRANDUBH.evolve(name="dice", die=Die())
    start = Position.parse("/2t4/7/2t4/3K3/7/7/7/", dice, Side.ATTACKERS)
    rolled = Game(ruleset=dice, start=start).add("c1-c2").roll(3, after="c1-c2")
    assert rolled.position("c1-c2").roll_pending == 3
    assert rolled.add("d4-d5", after="c1-c2").position("c1-c2").roll_pending is None
    later = Game(ruleset=dice, start=start).add(map(parse_move, ("c1-c2", "3:d4-d5", "c2-c1")))
    first, _, last = later.walk()
    later = later.roll(2, after=last)
    assert later.position(first).roll_pending is None, "it is pending at the end of the line alone"
    assert later.position(last).roll_pending == 2
    with pytest.raises(IllegalRollError):
        Game(ruleset=BRANDUBH, moves=moves("d1-c1"), roll_pending=3).position("d1-c1")


def test_moves_may_be_texts() -> None:
    tree = grown()
    assert tree.find("d1-c1  c4-c3\n") == tree.find(["d1-c1", "c4-c3"])
    assert Game(ruleset=BRANDUBH).add(MAIN) == game()
    with pytest.raises(NotationError, match="column 7") as caught:
        tree.add("d1-c1 c?")
    assert caught.value.text == "d1-c1 c?"
    assert tree.find(["d1-c1", "c4-c3"]) == tree.find(plain("d1-c1 c4-c3")) is not None
    assert tree.find(["d1-c1", "d2-a2"]) is None
    assert Game(ruleset=BRANDUBH).add(MAIN.split()) == Game(ruleset=BRANDUBH).add(plain(MAIN))
    assert tree.add(["c2-b2"], after="d1-c1 c4-c3") == tree.add(plain("c2-b2"), after=node(tree, "d1-c1 c4-c3"))


@pytest.mark.parametrize("wrong", [3, None, [3], [None], [("d1", "c1")]], ids=str)
def test_what_is_no_moves_is_refused(wrong: Any) -> None:
    for method in (game().find, game().add):
        with pytest.raises(ArgumentTypeError, match="move"):
            method(wrong)
        with pytest.raises(NotationError, match="a move was expected"):
            method(["d1-c1", "oops"])


def test_endings_go_with_their_lines() -> None:
    resigned = attrs.evolve(game(), ending="resigned", closing_comment=Note(comment="lost"), variations=[
        Variation(at=4, moves=moves("g2-g3")), Variation(at=1, moves=moves("c4-c6"), ending="timeout")])  # fmt: skip
    assert [variation.at for variation in resigned.variations] == [1, 4]
    up = resigned.promote(node(resigned, "d1-c1 c4-c6"))
    assert (up.ending, up.closing_comment, up.variations[0].ending) == ("timeout", None, "resigned")
    assert up.variations[0].closing_comment == Note(comment="lost")
    assert shape(up) == ["0.0 d1-c1 c4-c6", "0.1 c4-c2 g4-g2 c2-b2", "1.3 g2-g3"]
    assert resigned.delete(node(resigned, "d1-c1 c4-c2 g4-g2 c2-b2")).ending is None
    assert shape(game().add(plain(MAIN))) == shape(attrs.evolve(game(), ending="resigned").add(plain(MAIN)))
    more = attrs.evolve(game(), ending="resigned").add(plain(MAIN + " g2-g3"))
    assert (more.ending, shape(more)[1]) == ("resigned", "0.4 g2-g3")
    assert [replay.end for replay in resigned.replay_lines()] == ["resigned", "timeout", "none"]


# ---------------------------------------------------------------------------------------------------------------- order


def test_equal_trees_are_equal_in_whatever_order_they_are_told() -> None:
    told = [
        Variation(line=3, at=1, moves=moves("d2-e2")),
        Variation(line=0, at=2, moves=moves("g4-g3")),
        Variation(line=0, at=1, moves=moves("c4-c3 g4-g3 c3-b3")),
        Variation(line=0, at=1, moves=moves("c4-c6")),
    ]
    tree = attrs.evolve(game(), variations=told)
    assert shape(tree)[1:] == ["0.1 c4-c3 g4-g3 c3-b3", "1.1 d2-e2", "0.1 c4-c6", "0.2 g4-g3"]
    assert attrs.evolve(tree) == tree
    again = [told[2], told[3], told[1], attrs.evolve(told[0], line=1)]
    assert attrs.evolve(game(), variations=again) == tree
    assert hash(attrs.evolve(tree)) == hash(tree)


def test_what_replaces_a_first_move_replaces_the_same_as_its_variation() -> None:
    tree = attrs.evolve(game(), variations=[
        Variation(at=1, moves=moves("c4-c3")),
        Variation(line=1, at=0, moves=moves("c4-c6")),
        Variation(line=2, at=0, moves=moves("c4-b4")),
    ])  # fmt: skip
    assert shape(tree)[1:] == ["0.1 c4-c3", "0.1 c4-c6", "0.1 c4-b4"]


@pytest.mark.parametrize(
    ("variations", "said"),
    [
        ([Variation(at=0)], "variation 1 has no moves"),
        ([Variation(at=4, moves=moves("d1-c1"))], "variation 1 replaces a move that is not there"),
        ([Variation(at=-1, moves=moves("d1-c1"))], "not there"),
        ([Variation(line=2, at=0, moves=moves("d1-c1"))], "not there"),
        ([Variation(line=1, at=0, moves=moves("d1-c1"))], "do not go back to the main line"),
        ([Variation(line=2, at=0, moves=moves("d1-c1")), Variation(line=1, at=0, moves=moves("d1-c1"))], "go back"),
    ],
)
def test_lines_have_to_hang_together(variations: list[Variation], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        attrs.evolve(game(), variations=variations)


def test_places_have_to_be_of_the_game() -> None:
    tree = grown()
    wrong = [
        attrs.evolve(node(tree, "d1-c1"), line=9),
        attrs.evolve(node(tree, "d1-c1"), line=-1),
        attrs.evolve(node(tree, "d1-c1"), index=9),
        attrs.evolve(node(tree, "d1-c1"), index=-4),
        node(tree, "d1-c1 c4-c3 d2-e2"),
    ]
    for each in wrong:
        of = game() if each == wrong[-1] else tree
        with pytest.raises(RecordError):
            of.path(each)
        with pytest.raises(RecordError):
            of.promote(each)
        with pytest.raises(RecordError):
            of.delete(each)
        with pytest.raises(RecordError):
            of.add([], after=each)
        with pytest.raises(RecordError):
            of.annotate(each, None)
    with pytest.raises(RecordError, match="there is no line 7"):
        tree.line_moves(7)
    assert issubclass(RecordError, HnefataflError)


def test_trees_are_values() -> None:
    tree = grown()
    assert pickle.loads(pickle.dumps(tree)) == tree == copy.deepcopy(tree)
    assert len({tree, grown(), game()}) == 2
    with pytest.raises(AttributeError):
        setattr(tree, "variations", ())  # noqa: B010
    assert tree.add([]) == tree


def test_random_changes_keep_trees_sound() -> None:
    """Whatever is added, promoted and deleted, the nodes are those that a set of paths says."""
    chance = random.Random(7)
    squares = ["a1", "a2", "b1", "b2"]
    for _ in range(60):
        tree = Game(ruleset=BRANDUBH)
        model: set[tuple[str, ...]] = set()
        for _ in range(25):
            nodes = list(tree.walk())
            assert {tuple(str(move.move) for move in tree.path(each)) for each in nodes} == model
            assert len(nodes) == len(model)
            at = chance.choice([tree.root, *nodes])
            path = tuple(str(move.move) for move in tree.path(at))
            act = chance.random()
            if act < 0.7 or at == tree.root:
                more = ["-".join(chance.sample(squares, 2)) for _ in range(chance.randint(1, 4))]
                tree = tree.add(map(Move.parse, more), after=at)
                model |= {(*path, *more[:n]) for n in range(1, len(more) + 1)}
            elif act < 0.85:
                tree = tree.promote(at)
            else:
                tree = tree.delete(at)
                model = {each for each in model if each[: len(path)] != path}
            assert attrs.evolve(tree, variations=tree.variations).variations == tree.variations


# ----------------------------------------------------------------------------------------------------------------- root


def test_the_root_is_a_place_as_any_other() -> None:
    tree = grown()
    root = tree.root
    assert (root.line, root.index, root.ply, root.move, root.note) == (0, -1, -1, None, None)
    assert root == tree.find("") == tree.find("  ") == tree.find(()) == Game(ruleset=BRANDUBH).last
    for place in ("", root, Game(ruleset=BRANDUBH).root):
        assert tree.path(place) == ()
        assert tree.position(place) == tree.initial_position
        assert tree.add("d1-c1", after=place) is tree
        assert tree.add("d1-f1", after=place) == tree.add("d1-f1")
        assert tree.promote(place) is tree
        noted = tree.annotate(place, "Watch c4.")
        assert noted.note == noted.root.note == Note(comment="Watch c4.")
        assert noted.annotate(place, None) == tree != noted
        with pytest.raises(RecordError, match="the start of the game cannot be deleted"):
            tree.delete(place)
    assert attrs.evolve(tree, note=Note(comment="x")).add("d1-f1").promote("d1-f1").root.note == Note(comment="x")


def test_no_place_is_refused_rather_than_taken_for_the_start() -> None:
    for wrong in (None, 3):
        with pytest.raises(ArgumentTypeError, match="after: a Node was expected"):
            game().add("d1-f1", after=wrong)  # type: ignore[arg-type]
        with pytest.raises(ArgumentTypeError, match="after: a Node was expected"):
            game().roll(3, after=wrong)  # type: ignore[arg-type]


def test_the_last_node_is_the_end_of_the_main_line() -> None:
    assert grown().last == node(grown(), MAIN)
    assert grown().path(grown().last) == grown().moves


def test_children_are_the_moves_that_follow() -> None:
    tree = attrs.evolve(grown(), ending="resigned").add("g2-g1", after=MAIN)
    assert len(tree.lines[0].moves) == len(MAIN.split()), "the move replaces the resignation"
    seen: list[Node] = []
    waiting = [tree.root]
    while waiting:
        here = waiting.pop()
        seen += here.children
        for child in here.children:
            assert child.ply == here.ply + 1
            assert tree.path(child)[:-1] == tree.path(here)
        waiting += here.children
    assert sorted(map(repr, seen)) == sorted(map(repr, tree.walk()))
    assert tree.last.children == (node(tree, f"{MAIN} g2-g1"),)


def test_a_game_is_recorded_move_by_move_with_one_step_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the length of the game, one more move plays one move and compares none."""
    cycle = ("d1-c1", "c4-c3", "c1-d1", "c3-c4")
    work: Counter[str] = Counter()
    advanced, compared = _game._advance_leniently, RecordedMove.same_play

    def advance(position: Position, recorded: RecordedMove) -> Position:
        work["played"] += 1
        return advanced(position, recorded)

    def same_play(one: RecordedMove, other: RecordedMove | Move) -> bool:
        work["compared"] += 1
        return compared(one, other)

    monkeypatch.setattr(_game, "_advance_leniently", advance)
    monkeypatch.setattr(RecordedMove, "same_play", same_play)
    growing = Game(ruleset=BRANDUBH)
    for number in range(400):
        growing = growing.add(cycle[number % 4], after=growing.last)
    assert work["played"] == 400
    assert work["compared"] < 2 * 400
    work.clear()
    side = growing.add("d1-e1", after=list(growing.walk())[199])
    for number in range(50):
        more = "c4-c5 e1-d1" if number % 2 == 0 else "c5-c4 d1-e1"
        side = side.add(more, after=[each for each in side.walk() if each.line][-1])
    assert work["played"] == 2 * 201 + 100, "from the start to the variation, and once more to its end"
    work.clear()
    assert [side.position(each).ply for each in side.walk()] == [each.ply + 1 for each in side.walk()]
    assert work["played"] <= len(list(side.walk()))


def test_positions_that_are_kept_are_those_of_the_moves() -> None:
    """However a game came about, its positions are those of a game that was made at once."""
    chance = random.Random(3)
    for _ in range(20):
        tree = Game(ruleset=BRANDUBH)
        for _ in range(12):
            at = chance.choice([tree.root, *tree.walk()])
            position = tree.position(at)
            if position.outcome is None:
                tree = tree.add([chance.choice(position.legal_moves())], after=at)
        fresh = attrs.evolve(tree)
        assert [tree.position(each) for each in tree.walk()] == [fresh.position(each) for each in fresh.walk()]


# --------------------------------------------------------------------------------------------------------------- shapes


def test_shapes_are_arrows_and_circles() -> None:
    circle, line = Shape(origin="e4", colour="red"), Shape(origin=Square.parse("d1"), target="c11")
    assert (circle.target, line.origin, line.colour) == (None, Square.parse("d1"), "green")
    assert [str(each) for each in (circle, line)] == ["Re4", "Gd1c11"]
    assert [Shape.parse(text) for text in ("Re4", "Gd1c11")] == [circle, line]
    noted = game().annotate("d1-c1", Note(shapes=[circle, line]))
    assert noted.moves[0].note == Note(shapes=(circle, line)) != Note(shapes=(line, circle))
    assert pickle.loads(pickle.dumps(noted)) == noted


@pytest.mark.parametrize(
    "text", ["", "e4", "ge4", "Pe4", "Re4 ", "Re", "Re4d", "Re4d44", "Re0", "Rv1", "Ge4e5e6", "R٤"]
)
def test_what_is_no_shape_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Shape.parse(text)


def test_shapes_are_checked() -> None:
    with pytest.raises(RecordError, match="colour: one of green, red, yellow, blue was expected, not 'pink'"):
        Shape(origin="e4", colour="pink")  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="not from e4 to itself"):
        Shape.parse("Ge4e4")
    with pytest.raises(ArgumentTypeError, match="origin: a Square or its name was expected"):
        Shape(origin=3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentTypeError, match="shapes: a Shape was expected, not 'Re4'"):
        Note(shapes=["Re4"])  # type: ignore[list-item]


# ---------------------------------------------------------------------------------------------------------------- depth

SHUFFLE = ("d1-c1", "c4-c3", "c1-d1", "c3-c4")


def long_line(length: int) -> Iterable[RecordedMove]:
    cycle = [parse_move(text) for text in SHUFFLE]
    return [cycle[n % 4] for n in range(length)]


@pytest.mark.long
def test_a_line_of_a_hundred_thousand_moves() -> None:
    line = Game(ruleset=BRANDUBH, moves=long_line(100_000))
    tree = line.add(plain("g4-g2"), after=list(line.walk())[-2])
    *_, last = tree.walk()
    assert (last.line, last.ply) == (1, 99_999)
    assert len(tree.path(last)) == 100_000
    assert tree == pickle.loads(pickle.dumps(tree))
    replays = list(tree.replay_lines(lenient=True))
    assert [len(replay.moves) for replay in replays] == [100_000, 0]
    assert replays[1].error is not None
    assert tree.delete(last).promote(node(tree, "d1-c1"))


def test_ten_thousand_variations_each_in_the_one_before() -> None:
    deep = 10_000
    variations = [
        Variation(line=n, at=1 if n else 0, moves=moves("d1-c1 c4-c3" if n % 2 == 0 else "c4-c2 c1-d1"))
        for n in range(deep)
    ]
    tree = Game(ruleset=BRANDUBH, moves=moves("d1-e1 c4-c2"), variations=variations)
    assert [variation.line for variation in tree.variations] == list(range(deep))
    nodes = list(tree.walk())
    assert len(nodes) == 2 * deep + 2
    assert max(each.ply for each in nodes) == deep
    assert len(tree.path(nodes[deep])) == nodes[deep].ply + 1
    assert pickle.loads(pickle.dumps(tree)) == tree == copy.deepcopy(tree)
    assert hash(tree) == hash(attrs.evolve(tree))
    assert repr(tree)
    assert len(list(tree.replay_lines())) > 1
    deepest = next(each for each in nodes if each.line == deep)
    assert tree.promote(deepest) != tree
    assert len(tree.delete(deepest).variations) == deep - 1
    assert len(tree.delete(nodes[1]).variations) < deep


# --------------------------------------------------------------------------------------------------------------- replay


def test_variations_are_replayed_from_where_they_begin() -> None:
    tree = grown()
    replays = list(tree.replay_lines())
    assert [replay.line for replay in replays] == [0, 1, 2, 3]
    assert [replay.verdict for replay in replays] == ["agrees"] * 4
    assert replays[0] == tree.replay()
    assert [replay.start.ply for replay in replays] == [0, 1, 2, 1]
    assert replays[2].position.turn is Side.DEFENDERS
    assert replays[2].recorded == tree.variations[1].moves


def test_faults_of_variations_are_told_by_their_moves() -> None:
    tree = game().add(moves("d1-c1 c4-c3xa1 g4-g3 c3-c9 d2-d1"))
    main, one = tree.replay_lines()
    assert main.agrees
    assert one.verdict == "illegal@2;capture-stray@0"
    assert [(each.line, each.index, each.number) for each in one.findings] == [(1, 2, 2), (1, 0, 0)]
    assert len(one.moves) == 2


def test_variations_that_cannot_be_reached_are_left_out() -> None:
    tree = game("d1-c1 d1-c1 c4-c2").add(plain("d1-c1 c4-c3")).add(plain("d1-c1 d1-c1 c4-c3"))
    assert [(replay.line, replay.verdict) for replay in tree.replay_lines()] == [(0, "illegal@1"), (1, "agrees")]


def test_variations_have_no_result_but_marks_are_looked_at() -> None:
    tree = attrs.evolve(game(), result="White").add(moves("d1-c1 c4-c3++"))
    main, one = tree.replay_lines()
    assert main.agrees
    assert one.verdict == "mark-wrong@0"
    assert [(found.number, found.wrong_mark, found.right_mark) for found in one.findings] == [(0, "++", "")]


# -------------------------------------------------------------------------------------------------------------- writing


def test_a_game_prints_its_record() -> None:
    plain_rules = otn.parse_rules(otn.format_rules(variants.get("brandubh-opentafl")))
    told = Game(ruleset=plain_rules).add("d1-c1 c4-c2").add("d1-e1")
    assert otn.parse_game(str(told)) == told
    assert str(told) == otn.format_game(told).strip()


def test_a_game_prints_as_much_as_can_be_written() -> None:
    without_rules = grown()
    assert str(without_rules) == otn.format_game(without_rules, rules=False).strip()
    ended = attrs.evolve(game(), ending="timeout")
    assert str(ended) == MAIN
    (odd,) = archive.parse_games(["d1-c1 oops c4-c2,0,0,Ongoing"], BRANDUBH)
    assert str(odd) == "d1-c1 c4-c2"
    assert str(Game(ruleset=BRANDUBH.evolve(first=None)).add(MAIN)).startswith("1. d1-c1 c4-c2")
