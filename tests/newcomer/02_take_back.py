"""Make and unmake moves, as a search does."""

from hnefatafl import Position, SearchBoard

board = SearchBoard(Position.initial("tablut"))
for move in board.legal_moves():
    board.make(move)
    assert board.legal_moves()
    assert board.unmake() == move
assert board.moves == ()
