"""check_python.py FOLDER...: every Python file compiles, uses what it imports, and keeps to 128 columns.

The registries this project builds from offer no Python linter; these are the checks that have paid.
"""

import ast
import sys
from pathlib import Path

COLUMNS = 128


def imported_names(tree):
    """Yields (name, line) for each name an import statement binds, but for `from x import *` and `import x as x`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                continue
            for alias in node.names:
                # `import x as x` says that the name is meant for others.
                if alias.name != "*" and alias.asname != alias.name:
                    yield (alias.asname or alias.name).split(".")[0], node.lineno


def used_names(tree):
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            constants = (part.value for part in ast.walk(node.value) if isinstance(part, ast.Constant))
            names.update(value for value in constants if isinstance(value, str))
    return names


def problems_of(path):
    """Yields (line, text) for each problem in one file."""
    source = path.read_text(encoding="utf-8")
    try:
        tree = ast.parse(source, str(path))
        compile(tree, str(path), "exec")
    except SyntaxError as error:
        yield error.lineno or 0, error.msg
        return
    for number, line in enumerate(source.splitlines(), 1):
        if len(line) > COLUMNS:
            yield number, f"{len(line)} columns, expected {COLUMNS} at most"
        if "\t" in line or line != line.rstrip():
            yield number, "a tab or a blank at the end of the line"
    # A package's __init__ imports in order to offer.
    if path.name != "__init__.py":
        used = used_names(tree)
        for name, line in imported_names(tree):
            if name not in used:
                yield line, f"{name} is imported but not used"
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            yield node.lineno, "a bare except catches KeyboardInterrupt, and with it Stop"
        if isinstance(node, ast.FunctionDef):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if isinstance(default, ast.List | ast.Dict | ast.Set):
                    yield default.lineno, "a default that calls share and may change"


def main():
    files = sorted(path for folder in sys.argv[1:] for path in Path(folder).rglob("*.py"))
    found = 0
    for path in files:
        for line, text in problems_of(path):
            found += 1
            print(f"{path}:{line}: {text}")
    print(f"python: {len(files)} files, {found} problems")
    return 1 if found or not files else 0


sys.exit(main())
