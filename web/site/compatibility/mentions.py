"""Which names a program mentions: `torch.ones` however it was imported, `.sum` of what only running it would tell, and words.

Tests run lines that they keep in strings, and go through lists of names. What stands in such a string counts as well: a
name of its own there as a word, "exp2", which may be a function of any module that the program knows.
"""

import ast

# What lines in strings may name without importing it.
_USUAL = {"torch": "torch", "np": "numpy", "F": "torch.nn.functional", "nn": "torch.nn"}


def _aliases(tree):
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                found[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def _path(node):
    """The parts of `a.b.c`, with None in front where `a` is not a name."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return [node.id if isinstance(node, ast.Name) else None, *reversed(parts)]


def _trees(text):
    """A string's lines as Python, where they are: programs, expressions, lists of names."""
    for line in text.splitlines():
        words = line.split()
        if words and all(map(str.isidentifier, words)):
            line = ",".join(words)
        try:
            yield ast.parse(line.strip())
        except (SyntaxError, ValueError):
            pass


def _collect(tree, aliases, found, in_string=False):
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            first, *rest = _path(node)
            found.add(".".join((aliases[first], *rest)) if first in aliases else f".{node.attr}")
        elif isinstance(node, ast.ClassDef):
            # What a class overrides is called by the library.
            found.update(f".{item.name}" for item in node.body if isinstance(item, ast.FunctionDef))
        elif isinstance(node, ast.Name):
            if node.id in aliases:
                found.add(aliases[node.id])
            elif in_string:
                found.add(f"~{node.id}")
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            for line in _trees(node.value):
                _collect(line, aliases, found, True)


def mentions(source):
    """The names in a program's text, sorted: full ones, ".name" for attributes of anything else, "~name" for words."""
    tree, found = ast.parse(source), set()
    aliases = _aliases(tree)
    _collect(tree, _USUAL | aliases, found)
    return sorted(found | set(aliases.values()))
