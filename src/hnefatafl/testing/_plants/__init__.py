"""The boards, rulesets and positions that the strategies and the check of rulesets draw, made without Hypothesis."""
