"""Questions about fresh rulesets as an environment for language models.

    python examples/quiz_environment.py

``reset`` returns a leaflet and the first question, ``step`` takes an answer as text and returns the next question, the
reward and whether that was the last one. Played here by somebody who says yes to everything.
"""

from __future__ import annotations

import json
from typing import Any

from hnefatafl.quiz import Topic, fresh_ruleset, make_quiz, quiz_lines

FORMS = {
    Topic.LEGAL: "true or false",
    Topic.REASON: "one of these words: {words}",
    Topic.CAPTURES: 'a list of squares, such as ["d3", "d5"] or []',
    Topic.RULE: "one of these words: {words}",
    Topic.OVER: "null, or the winner (attackers, defenders or draw), a colon and one of these words: {words}",
    Topic.COUNT: "a number",
}


class QuizEnvironment:
    """One ruleset an episode: its questions in turn, a point for each right answer."""

    def __init__(self, language: str = "en", questions: int = 12) -> None:
        self.language, self.questions = language, questions
        self.left: list[dict[str, Any]] = []
        self.words: dict[str, dict[str, dict[str, str]]] = {}

    def reset(self, seed: int) -> str:
        """Begin with the ruleset of a seed; return its leaflet and the first question."""
        quiz = make_quiz(fresh_ruleset(seed), questions=self.questions, seed=seed)
        head, rules, *self.left = map(json.loads, quiz_lines([quiz]))
        self.words = head["words"]
        leaflet: str = rules["leaflets"][self.language]
        return f"{leaflet}\n{self._question()}"

    def step(self, answer: str) -> tuple[str, float, bool]:
        """Answer a question in JSON; return the next one, the reward, and whether the episode is over."""
        asked = self.left.pop(0)
        try:
            given = json.loads(answer)
        except ValueError:
            given = answer.strip()  # a word without its quotation marks
        right = asked["answer"]
        if asked["topic"] == "captures" and type(given) is type(right):
            given, right = sorted(map(str, given)), sorted(right)
        reward = float(type(given) is type(right) and given == right)
        return (self._question() if self.left else ""), reward, not self.left

    def _question(self) -> str:
        asked = self.left[0]
        words = ", ".join(
            f"{word} ({sentences[self.language]})" for word, sentences in self.words.get(asked["topic"], {}).items()
        )
        form = FORMS[Topic(asked["topic"])].format(words=words)
        return f"{asked['board']}\n\n{asked['text'][self.language]}\nAnswer: {form}"


def main() -> None:
    """Play three episodes."""
    environment = QuizEnvironment()
    for seed in range(3):
        observation, total, over = environment.reset(seed), 0.0, False
        if seed == 0:
            print(observation)
        while not over:
            observation, reward, over = environment.step("true")
            total += reward
        print(f"ruleset {seed}: {total:.0f} of {environment.questions} right")


if __name__ == "__main__":
    main()
