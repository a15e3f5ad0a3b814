"""Print what a session in Python's prompt would: each line, then its warnings, its value or its error."""

import ast
import warnings


def show(scope, lines):
    """Run `lines` one by one in `scope`; print each with its warnings, its repr, or the class and text of its error."""
    for line in filter(None, map(str.strip, lines.splitlines())):
        print(">>>", line)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                try:
                    ast.parse(line, mode="eval")
                except SyntaxError:
                    exec(line, scope)
                    value = None
                else:
                    value = eval(line, scope)
                text = None if value is None else repr(value)
            except Exception as error:
                kind = type(error)
                text = f"{kind.__module__}.{kind.__qualname__}: {error}"
        for warning in caught:
            print(f"{warning.category.__name__}: {warning.message}")
        if text is not None:
            print(text)
