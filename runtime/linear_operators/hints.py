"""What is known of a product by the hints of its factors: True, False, or None if nothing is."""

from __future__ import annotations


def commuting_self_adjoint(a, b):
    """Whether the product of two operators that commute is self-adjoint."""
    if a.is_self_adjoint and b.is_self_adjoint:
        return True
    return False if {a.is_self_adjoint, b.is_self_adjoint} == {True, False} else None


def commuting_positive_definite(a, b):
    """Whether the product of two operators that commute is positive definite."""
    return True if all(each.is_positive_definite is True and each.is_self_adjoint is True for each in (a, b)) else None


def non_singular(a, b):
    """Whether the product has an inverse."""
    if a.is_non_singular is False or b.is_non_singular is False:
        return False
    return a.is_non_singular and b.is_non_singular


def square(a, b):
    """Whether the product is square."""
    if a.is_square and b.is_square:
        return True
    if a.is_square is False and b.is_square is False:
        return a.range_dimension == b.domain_dimension
    return False if None not in (a.is_square, b.is_square) and a.is_square != b.is_square else None


def of_product(a, b):
    """The hints of the product of two operators of which nothing else is known, by name."""
    is_square = square(a, b)
    if is_square is False:
        return {"is_square": False, **dict.fromkeys(("is_non_singular", "is_self_adjoint", "is_positive_definite"), False)}
    return {"is_square": is_square, "is_non_singular": non_singular(a, b) if is_square else None}


def of_commuting(a, b):
    """The hints of the product of two square operators that commute, by name."""
    return {"is_non_singular": non_singular(a, b), "is_self_adjoint": commuting_self_adjoint(a, b),
            "is_positive_definite": commuting_positive_definite(a, b), "is_square": True}


def combined(of_operator, given, message):
    """A hint of an operator and what the program says. Raises ValueError if they contradict each other."""
    if of_operator is False and given or of_operator and given is False:
        raise ValueError(message)
    if of_operator or given:
        return True
    return False if of_operator is False or given is False else None


def adjoint_pair(a, b):
    """Whether one of two operators is the adjoint of the other."""
    if a is b and a.is_self_adjoint is not None:
        return bool(a.is_self_adjoint)
    return a.H is b or b.H is a


def is_aat_form(operators):
    """Whether a product reads the same from the end, with adjoints."""
    return not len(operators) % 2 and all(adjoint_pair(operators[at], operators[-1 - at]) for at in range(len(operators) // 2))
