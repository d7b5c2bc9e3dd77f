"""A rule that a passage tells, applied to the customer's own day, hour, age, number or place: one sentence before it.

Each reader knows one kind of rule. It says something only where rule and fact are of its kind and each is told once;
a false verdict is worse than none.
"""
