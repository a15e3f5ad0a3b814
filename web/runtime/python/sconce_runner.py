"""Runs a learner's cells and programs in `__main__`, streams what they print, and words their errors.

Nothing here holds a JavaScript object until `set_emit` is called, so that a memory snapshot can be taken after import.
"""

import ast
import asyncio
import atexit
import builtins
import inspect
import io
import json
import linecache
import os
import sys
import time
import tokenize
import traceback

ROOT = os.path.dirname(os.path.abspath(__file__)) + os.sep
PYODIDE = ("pyodide", "_pyodide")
MAX_RESULT_CHARACTERS = 100_000
# A line is worth a border crossing; unfinished lines are gathered so that printing dots in a loop stays cheap.
UNFINISHED_LINE_SECONDS = 0.03

_emit = None
_task = None
_input_from_stdin = builtins.input
_sleep_refusing = time.sleep


def set_emit(emit):
    """Binds `emit(stream, text)`, which receives all that is written to `sys.stdout` and `sys.stderr`."""
    global _emit
    _emit = emit
    sys.stdout = _stdout
    sys.stderr = _stderr
    builtins.input = _refuse_input
    time.sleep = _sleep


def _refuse_input(prompt="", /):
    raise RuntimeError("input() cannot ask on this page: give the value in the code, for example name = 'Ada'")


def _sleep(seconds, /):
    """`time.sleep` that Stop can end.

    The one of Wasm either blocks the worker or, by stack switching, lets the event loop run, where an interrupt would
    hit whatever runs there. Waiting in Python keeps both the cell and its interrupt in one place.
    """
    if isinstance(seconds, (int, float)) and 0 < seconds < 1e9:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
    else:
        _sleep_refusing(seconds)


class Stream(io.TextIOBase):
    """A text stream that hands whole lines, or what has gathered for a while, to `emit`."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, name):
        self.name = f"<{name}>"
        self.mode = "w"
        self._stream = name
        self._parts = []
        self._last = 0.0
        self.buffer = _Bytes(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._parts.append(text)
        if "\n" in text or self is _stderr or time.monotonic() - self._last >= UNFINISHED_LINE_SECONDS:
            self.flush()
        return len(text)

    def flush(self):
        if self._parts:
            text = "".join(self._parts)
            self._parts.clear()
            self._last = time.monotonic()
            if self is _stderr:
                _stdout.flush()
            _emit(self._stream, text)

    def writable(self):
        return True


class _Bytes(io.RawIOBase):
    """`sys.stdout.buffer`: bytes are text in the stream's encoding."""

    def __init__(self, stream):
        self._stream = stream

    def write(self, data):
        data = bytes(data)
        self._stream.write(data.decode("utf-8", "replace"))
        return len(data)

    def flush(self):
        self._stream.flush()

    def writable(self):
        return True


_stdout = Stream("stdout")
_stderr = Stream("stderr")


def _flush():
    _stdout.flush()
    _stderr.flush()


def _remember(source, name):
    """Lets tracebacks quote `source`; an entry without a time stamp is never checked against a file."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)


def _is_ours(filename):
    return filename.startswith(ROOT) or any(f".zip/{package}/" in filename for package in PYODIDE)


def _without_our_frames(shown, seen):
    """Leaves the learner's frames (and the standard library's) in a `TracebackException` and in all it is linked to."""
    if shown is None or id(shown) in seen:
        return
    seen.add(id(shown))
    if shown.stack is not None:
        kept = [frame for frame in shown.stack if not _is_ours(frame.filename)]
        shown.stack = traceback.StackSummary.from_list(kept) if kept else None
    for linked in (shown.__cause__, shown.__context__, *(shown.exceptions or ())):
        _without_our_frames(linked, seen)
    # An exception that rose and was handled inside our own modules is no part of the learner's story.
    if shown.__cause__ is not None and shown.__cause__.stack is None:
        shown.__cause__ = None
    if shown.__context__ is not None and shown.__context__.stack is None:
        shown.__context__ = None


def format_error(error):
    """The traceback of `error` as Python prints it, without frames of ours."""
    shown = traceback.TracebackException.from_exception(error, compact=True)
    _without_our_frames(shown, set())
    return "".join(shown.format(colorize=False))


def _hides_value(source):
    """Whether the code ends in `;`, which keeps the last value from being shown."""
    last = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING) or token.string == "}":
            last = token.string
    return last == ";"


def _compile_cell(source, name):
    """Code for all statements but a last expression, and code for that expression (or None)."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    # ast.parse would add a frame of its own to the traceback of a syntax error.
    tree = compile(source, name, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        expression = tree.body.pop()
        if _hides_value(source):
            tree.body.append(expression)
        else:
            last = ast.Expression(expression.value)
    body = compile(tree, name, "exec", flags, dont_inherit=True)
    return body, last and compile(last, name, "eval", flags, dont_inherit=True)


async def _evaluate(code, namespace):
    value = eval(code, namespace)
    if code.co_flags & inspect.CO_COROUTINE:
        value = await value
    return value


def _bundle(value):
    """The value as text by MIME type: what a notebook shows below the cell."""
    text = repr(value)
    if len(text) > MAX_RESULT_CHARACTERS:
        text = text[:MAX_RESULT_CHARACTERS] + f"\n... cut here: the whole text has {len(text):,} characters"
    return {"text/plain": text}


def _failure(error, status="error"):
    text = format_error(error)
    return {"status": status, "error": {"name": type(error).__name__, "message": str(error), "text": text}}


async def _outcome(source, name, namespace):
    body, last = _compile_cell(source, name)
    await _evaluate(body, namespace)
    if last is None:
        return {"status": "ok", "bundle": None}
    value = await _evaluate(last, namespace)
    if value is None:
        return {"status": "ok", "bundle": None}
    namespace["_"] = value
    return {"status": "ok", "bundle": _bundle(value)}


async def run_cell(source, count):
    """Runs one cell in `__main__` and returns its outcome as JSON; `count` names it in tracebacks.

    Top-level `await` is allowed. An uncaught exception is an outcome, never an exception of this function.
    """
    global _task
    name = f"<cell {count}>"
    namespace = sys.modules["__main__"].__dict__
    # Python warns once per place; without this a cell run again would not warn again.
    namespace.pop("__warningregistry__", None)
    _remember(source, name)
    _task = asyncio.current_task()
    try:
        outcome = await _outcome(source, name, namespace)
    except (KeyboardInterrupt, asyncio.CancelledError) as error:
        stopped = KeyboardInterrupt().with_traceback(error.__traceback__)
        outcome = _failure(stopped, "interrupted")
    except SystemExit as error:
        outcome = {"status": "ok", "bundle": None} if error.code in (None, 0) else _failure(error)
    except BaseException as error:
        outcome = _failure(error)
    finally:
        _task = None
    _flush()
    return json.dumps(outcome)


def cancel():
    """Stops a cell that waits in an `await`, and returns whether it did."""
    if _task is None or _task._fut_waiter is None:
        return False
    return _task.cancel()


def _exit_status(code):
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def run_script(source, argv):
    """Runs a program as `python argv[0]` would, and returns its exit status."""
    builtins.input = _input_from_stdin
    sys.argv = list(argv)
    name = sys.argv[0]
    namespace = sys.modules["__main__"].__dict__
    namespace["__file__"] = name
    _remember(source, name)
    try:
        exec(compile(source, name, "exec", dont_inherit=True), namespace)
        status = 0
    except SystemExit as error:
        status = _exit_status(error.code)
    except BaseException as error:
        _stderr.write(format_error(error))
        status = 1
    atexit._run_exitfuncs()
    _flush()
    return status
