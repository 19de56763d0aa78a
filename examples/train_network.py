"""Train a small network on brandubh, and let it play against random moves.

    python examples/train_network.py --minutes 5

It needs the extra ``rl``, of which it uses numpy. Where PyTorch is installed, it trains the same network with that
instead, on a GPU where there is one (``--numpy`` trains with numpy all the same). ``--save FILE`` writes the weights,
in the format of numpy (``npz``) either way.

The network sees the planes of a position, from the side to move, and answers with a probability for each action and a
guess of the result: an actor and a critic with one hidden layer.
In a batch of games it plays the attackers on half of the boards and the defenders on the others, against random moves,
and after every few steps it is pushed towards those of its actions that went better than it had guessed (advantage
actor-critic). Each update sees the games turned by a random symmetry of the board. Where a move wins at once, that move
is made: nobody needs a network to see it.
"""

from __future__ import annotations

import argparse
import time
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hnefatafl import ActionSpace, Batch, Position, Ruleset, variants
from tafl.learning import Planes

Array = NDArray[np.float32]
BOARDS, STEPS, HIDDEN = 128, 16, 128
DISCOUNT, RATE, ENTROPY = 0.97, 1e-3, 0.01


class Trainable(Protocol):
    """What the training asks of a network; the weights are those of :class:`Network`, whatever it computes with."""

    updates: int

    @property
    def weights(self) -> list[Array]: ...

    def forward(self, planes: Array, mask: NDArray[Any]) -> tuple[Array, Array, Array]: ...

    def update(
        self, planes: Array, mask: NDArray[Any], chosen: NDArray[np.intp], own: NDArray[np.bool_], returns: Array
    ) -> None: ...


class Network:
    """Planes in, logits of the actions and a guess of the result out; trained with Adam."""

    def __init__(self, inputs: int, actions: int, seed: int) -> None:
        random = np.random.default_rng(seed)

        def layer(rows: int, columns: int, scale: float) -> Array:
            found: Array = (random.standard_normal((rows, columns)) * scale / rows**0.5).astype(np.float32)
            return found

        self.weights: list[Array] = [
            *(layer(inputs, HIDDEN, 2**0.5), np.zeros(HIDDEN, np.float32)),
            *(layer(HIDDEN, actions, 0.1), np.zeros(actions, np.float32)),
            *(layer(HIDDEN, 1, 0.1), np.zeros(1, np.float32)),
        ]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.updates = 0

    def forward(self, planes: Array, mask: NDArray[Any]) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the logarithms of the probabilities of the actions, and the guesses."""
        first, bias, actor, actor_bias, critic, critic_bias = self.weights
        hidden = np.maximum(planes @ first + bias, 0)
        logits = np.where(mask > 0, hidden @ actor + actor_bias, np.float32(-1e9))
        logits -= logits.max(1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(1, keepdims=True))
        return hidden, logits, np.tanh(hidden @ critic + critic_bias)[:, 0]

    def update(
        self, planes: Array, mask: NDArray[Any], chosen: NDArray[np.intp], own: NDArray[np.bool_], returns: Array
    ) -> None:
        """Make own actions that went better than guessed more likely, and the guesses better."""
        hidden, logs, guesses = self.forward(planes, mask)
        odds = np.exp(logs)
        count = len(chosen)
        better = returns - guesses
        scaled = better / (better.std() + 1e-6)
        to_logits = odds * scaled[:, None]
        to_logits[np.arange(count), chosen] -= scaled
        to_logits += ENTROPY * odds * (logs - (odds * logs).sum(1, keepdims=True))
        to_logits *= own[:, None]
        to_guess = (-better * (1 - guesses**2))[:, None]
        to_hidden = (to_logits @ self.weights[2].T + to_guess @ self.weights[4].T) * (hidden > 0)
        pairs = [(planes, to_hidden), (hidden, to_logits), (hidden, to_guess)]
        slopes = [slope for before, after in pairs for slope in (before.T @ after / count, after.mean(0))]
        self.updates += 1
        for weight, mean, square, slope in zip(self.weights, self.means, self.squares, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self.updates) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)
            weight -= (RATE * step).astype(np.float32)


class TorchNetwork:
    """The same network with PyTorch, which works out the slopes itself."""

    def __init__(self, torch: Any, inputs: int, actions: int, seed: int) -> None:
        self.torch = torch
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.parameters = [self._tensor(each).requires_grad_() for each in Network(inputs, actions, seed).weights]
        self.adam = torch.optim.Adam(self.parameters, lr=RATE)
        self.updates = 0

    @property
    def weights(self) -> list[Array]:
        return [each.detach().cpu().numpy() for each in self.parameters]

    def _tensor(self, numbers: NDArray[Any]) -> Any:
        return self.torch.as_tensor(numbers, device=self.device)

    def _forward(self, planes: Any, mask: Any) -> tuple[Any, Any, Any]:
        first, bias, actor, actor_bias, critic, critic_bias = self.parameters
        hidden = self.torch.relu(planes @ first + bias)
        logits = (hidden @ actor + actor_bias).masked_fill(mask <= 0, -1e9)
        return hidden, logits.log_softmax(1), self.torch.tanh(hidden @ critic + critic_bias)[:, 0]

    def forward(self, planes: Array, mask: NDArray[Any]) -> tuple[Array, Array, Array]:
        """Return the hidden layer, the logarithms of the probabilities of the actions, and the guesses."""
        with self.torch.no_grad():
            hidden, logs, guesses = self._forward(self._tensor(planes), self._tensor(mask))
        return hidden.cpu().numpy(), logs.cpu().numpy(), guesses.cpu().numpy()

    def update(
        self, planes: Array, mask: NDArray[Any], chosen: NDArray[np.intp], own: NDArray[np.bool_], returns: Array
    ) -> None:
        """Make own actions that went better than guessed more likely, and the guesses better."""
        _, logs, guesses = self._forward(self._tensor(planes), self._tensor(mask))
        better = self._tensor(returns) - guesses
        scaled = (better / (better.std(unbiased=False) + 1e-6)).detach()
        played = logs.gather(1, self._tensor(chosen.astype(np.int64))[:, None])[:, 0]
        to_actor = -scaled * played + ENTROPY * (logs.exp() * logs).sum(1)
        loss = (self._tensor(own) * to_actor + better**2 / 2).mean()
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
        self.updates += 1


def new_network(inputs: int, actions: int, seed: int, with_torch: bool) -> Trainable:
    """Return a network of PyTorch, if that is wanted and installed, or else of numpy."""
    if with_torch:
        try:
            return TorchNetwork(import_module("torch"), inputs, actions, seed)
        except ImportError:
            pass
    return Network(inputs, actions, seed)


def drawn(logs: Array, random: np.random.Generator) -> NDArray[np.intp]:
    """Draw an action for each row by its probability."""
    sums = np.exp(logs).cumsum(1)
    found: NDArray[np.intp] = (sums <= random.random((len(sums), 1)) * 0.9999 * sums[:, -1:]).sum(1)
    return found


def with_wins(actions: NDArray[Any], own: NDArray[np.bool_], batch: Batch) -> NDArray[Any]:
    """Return the actions with those in place of own ones that win at once."""
    found = actions.copy()
    for board in np.flatnonzero(own):
        position = batch[int(board)]
        for action in memoryview(position.legal_actions()).cast("H"):
            outcome = position.play_action(action).outcome
            if outcome is not None and outcome.winner is position.turn:
                found[board] = action
                break
    return found


def train(rules: Ruleset, seconds: float, seed: int, with_torch: bool = True) -> Trainable:
    """Let a network play against random moves for that long."""
    random = np.random.default_rng(seed)
    space, planes = ActionSpace(rules.size), Planes(rules)
    batch = Batch(Position.initial(rules), BOARDS, seed=seed, limit=200)
    network = new_network(int(np.prod(planes.shape)), space.count, seed, with_torch)
    turns = [
        (np.asarray(space.permute_squares(each)), np.asarray(space.permute_actions(each))) for each in rules.symmetries
    ]
    sides = np.arange(BOARDS) % 2  # which the network plays
    end = time.monotonic() + seconds
    games = 0
    seen: tuple[Any, Any] = planes.of_batch(batch).reshape(BOARDS, -1), planes.mask_of_batch(batch)
    while time.monotonic() < end:
        steps: list[tuple[Any, ...]] = []  # planes, masks, actions, whose they are, rewards, and what is over
        for _ in range(STEPS):
            movers = np.asarray(batch.turns)
            own = movers == sides
            actions = np.where(own, drawn(network.forward(*seen)[1], random), np.asarray(batch.random_actions()))
            actions = with_wins(actions, own, batch)
            games += batch.step(actions)
            rewards = np.asarray(batch.rewards)[np.arange(BOARDS), movers].astype(np.float32)
            over = (np.asarray(batch.terminated) | np.asarray(batch.truncated)).astype(np.bool_)
            steps.append((*seen, actions, own, rewards, over))
            seen = planes.of_batch(batch).reshape(BOARDS, -1), planes.mask_of_batch(batch)
        # What is good for the side to move is bad for the other, which moved before.
        found = network.forward(*seen)[2]
        returns: list[Array] = []
        for *_, rewards, over in reversed(steps):
            found = np.where(over, rewards, -DISCOUNT * found).astype(np.float32)
            returns.append(found)
        squares, numbers = turns[random.integers(len(turns))]
        images = np.concatenate([step[0] for step in steps]).reshape(BOARDS * STEPS, -1, len(squares))
        masks = np.concatenate([step[1] for step in steps])
        turned, legal = np.empty_like(images), np.empty_like(masks)
        turned[..., squares], legal[:, numbers] = images, masks
        chosen = numbers[np.concatenate([step[2] for step in steps])]
        own = np.concatenate([step[3] for step in steps])
        network.update(turned.reshape(len(turned), -1), legal, chosen, own, np.concatenate(returns[::-1]))
        if network.updates % 200 == 0:
            left = max(0, end - time.monotonic())
            print(f"{network.updates:6} updates, {games:7} games, {left:4.0f} s left", flush=True)
    return network


def play(network: Trainable, rules: Ruleset, side: int, games: int, seed: int) -> NDArray[np.int8]:
    """Return the network's results of games against random moves: 1, 0 or -1 each."""
    planes = Planes(rules)
    batch = Batch(Position.initial(rules), games, seed=seed, limit=1000, restart=False)
    results = np.zeros(games, np.int8)
    while not np.asarray(batch.over).all():
        actions = np.array(batch.random_actions())
        ours = (np.asarray(batch.turns) == side) & (np.asarray(batch.over) == 0)
        mask = planes.mask_of_batch(batch)
        logs = network.forward(planes.of_batch(batch).reshape(games, -1), mask)[1]
        actions[ours] = logs.argmax(1)[ours]
        batch.step(with_wins(actions, ours, batch))
        results += np.asarray(batch.rewards)[:, side]
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5, help="how long to train (5)")
    parser.add_argument("--rules", default="brandubh", help="the name of a ruleset (brandubh)")
    parser.add_argument("--games", type=int, default=500, help="games with each side against random moves (500)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--numpy", action="store_true", help="train with numpy even where PyTorch is installed")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the weights to this file (npz)")
    options = parser.parse_args()
    rules = variants.get(options.rules)
    network = train(rules, 60 * options.minutes, options.seed, not options.numpy)
    print("trained with", f"PyTorch ({network.device})" if isinstance(network, TorchNetwork) else "numpy")
    if options.save is not None:
        with options.save.open("wb") as file:
            np.savez(file, *network.weights)
    points = 0
    for side, name in enumerate(("attackers", "defenders")):
        results = play(network, rules, side, options.games, options.seed)
        won, drawn_, lost = (int((results == each).sum()) for each in (1, 0, -1))
        points += won
        print(f"as {name}: {won} won, {drawn_} drawn, {lost} lost")
    print(f"wins against random moves: {points / (2 * options.games):.1%}")


if __name__ == "__main__":
    main()
