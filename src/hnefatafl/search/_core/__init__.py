"""The compiled part of search: the tree, its table, the order of moves, the evaluation, and proofs."""
