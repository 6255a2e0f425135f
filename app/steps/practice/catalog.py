"""All templates in the order of the steps, and the sets of problems that a level and a seed stand for."""

import re
from hashlib import sha256

from app.steps.practice import (
    activations,
    all_gather,
    data_parallel,
    fitting,
    four_per_parameter,
    limits,
    parameter_bytes,
    persistent_memory,
    sharding,
    stages,
    traffic,
)
from app.steps.practice.problem import Problem, problem
from app.steps.practice.template import Template

MODULES = (
    parameter_bytes,
    four_per_parameter,
    data_parallel,
    sharding,
    persistent_memory,
    stages,
    all_gather,
    fitting,
    traffic,
    activations,
    limits,
)
TEMPLATES: tuple[Template, ...] = tuple(template for module in MODULES for template in module.TEMPLATES)
BY_SLUG = {template.slug: template for template in TEMPLATES}
IN_A_SET = 6


def of_level(level: int) -> tuple[Template, ...]:
    """The templates of one level; all of them for level 0."""
    return tuple(template for template in TEMPLATES if level in (0, template.level))


def practice_set(level: int, seed: str) -> list[Problem]:
    """IN_A_SET problems of one level, easier steps first, no template twice and no step before every step had its turn."""
    shuffled = sorted(of_level(level), key=lambda template: sha256(f"{seed}:{template.slug}".encode()).digest())
    taken: list[Template] = []
    while len(taken) < min(IN_A_SET, len(shuffled)):
        steps: set[str] = set()
        for template in shuffled:
            if template not in taken and template.question.steps[0] not in steps and len(taken) < IN_A_SET:
                taken.append(template)
                steps.add(template.question.steps[0])
    return [problem(template, seed) for template in sorted(taken, key=TEMPLATES.index)]


def bank(level: int, seed: str, each: int) -> list[Problem]:
    """So many problems of every template of a level, for a question bank: the first has the seed itself, the others seeds made from it."""
    return [problem(template, f"{seed}.{number}" if number else seed) for template in of_level(level) for number in range(each)]


def next_seed(seed: str) -> str:
    """Another seed: the number at its end counted up, or a number put there."""
    found = re.search(r"(\d{1,9})$", seed, re.ASCII)
    return f"{seed[: found.start()]}{int(found[1]) + 1}" if found else f"{seed}2"
