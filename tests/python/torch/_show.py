"""Print what a session in Python's prompt would: each line, then its value or its error."""

import ast
import warnings


def show(scope, lines):
    """Run `lines` one by one in `scope`; print each with its repr, or the class and text of its error."""
    warnings.simplefilter("ignore")
    for line in filter(None, map(str.strip, lines.splitlines())):
        print(">>>", line)
        try:
            try:
                ast.parse(line, mode="eval")
            except SyntaxError:
                exec(line, scope)
                continue
            value = eval(line, scope)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
        else:
            if value is not None:
                print(repr(value))
