"""Measures what a program marks with `record_function`; the operations in between are not listed one by one."""

import time
from contextlib import ContextDecorator
from enum import Enum

__all__ = [
    "ProfilerAction", "ProfilerActivity", "profile", "record_function", "schedule", "supported_activities",
    "tensorboard_trace_handler",
]  # fmt: skip

_running = []


class ProfilerActivity(Enum):
    """Where work is done."""

    CPU, XPU, MTIA, CUDA, HPU, PrivateUse1 = 0, 1, 4, 2, 3, 5

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"


class ProfilerAction(Enum):
    """What a profiler does during a step."""

    NONE, WARMUP, RECORD, RECORD_AND_SAVE, DEVICE_STOPPED = range(5)


def supported_activities():
    """Where work can be measured: the CPU."""
    return {ProfilerActivity.CPU}


def schedule(*, wait, warmup, active, repeat=0, skip_first=0, skip_first_wait=0):
    """A function from the number of a step to what is done in it: `wait`, `warmup`, then `active` steps, again and again."""
    if min(wait, warmup, active, repeat, skip_first) < 0 or not active:
        raise AssertionError("Invalid profiler schedule arguments")
    cycle = wait + warmup + active

    def action(step):
        if step < skip_first:
            return ProfilerAction.NONE
        step -= skip_first
        if skip_first_wait:
            step += wait
        if repeat and step >= repeat * cycle:
            return ProfilerAction.NONE
        place = step % cycle
        if place < wait:
            return ProfilerAction.NONE
        if place < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if place < cycle - 1 else ProfilerAction.RECORD_AND_SAVE

    return action


class record_function(ContextDecorator):
    """A block, or with each call a function, whose time a running profiler keeps under `name`."""

    def __init__(self, name, args=None):
        self.name, self.args, self._started = name, args, []

    def __enter__(self):
        self._started.append(time.perf_counter())
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        taken = time.perf_counter() - self._started.pop()
        for profiler in _running:
            profiler._keep(self.name, taken)


class _Average:
    """All blocks of one name."""

    def __init__(self, key, count, seconds):
        self.key, self.count, self.cpu_time_total = key, count, seconds * 1e6
        self.cpu_time = self.cpu_time_total / count


class _Averages(list):
    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, **kwargs):
        """The blocks as text, a line each."""
        rows = sorted(self, key=lambda row: -getattr(row, sort_by or "cpu_time_total", 0))[:row_limit]
        width = max((len(row.key) for row in rows), default=4)
        rule = "  ".join("-" * n for n in (width, 12, 12, 10)) + "  "
        head = "  ".join((f"{'Name':>{width}}", f"{'CPU total':>12}", f"{'CPU time avg':>12}", f"{'# of Calls':>10}")) + "  "
        lines = [
            f"{row.key:>{width}}  {row.cpu_time_total:>10.3f}us  {row.cpu_time:>10.3f}us  {row.count:>10}  " for row in rows
        ]
        return "\n".join((rule, head, rule, *lines, rule)) + "\n"


class profile:
    """A block in which the time of `record_function` blocks is kept; `key_averages().table()` shows it."""

    def __init__(
        self, *, activities=None, schedule=None, on_trace_ready=None, record_shapes=False, profile_memory=False,
        with_stack=False, with_flops=False, with_modules=False, experimental_config=None, execution_trace_observer=None,
        acc_events=False, custom_trace_id_callback=None, post_processing_timeout_s=None,
    ):  # fmt: skip
        self.activities = set(activities) if activities else supported_activities()
        self.schedule = schedule or (lambda step: ProfilerAction.RECORD)
        self.on_trace_ready, self.step_num, self._totals = on_trace_ready, 0, {}
        self.current_action = self.schedule(0)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.stop()

    def start(self):
        """Begin to measure."""
        _running.append(self)

    def stop(self):
        """Measure no more."""
        _running.remove(self)
        if self.on_trace_ready and self.current_action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE):
            self.on_trace_ready(self)

    def step(self):
        """Say that the next step of the schedule begins."""
        done = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        if self.on_trace_ready and done is ProfilerAction.RECORD_AND_SAVE:
            self.on_trace_ready(self)

    def _keep(self, name, seconds):
        if self.current_action in (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE):
            count, total = self._totals.get(name, (0, 0.0))
            self._totals[name] = count + 1, total + seconds

    def key_averages(self, group_by_input_shape=False, group_by_stack_n=0, group_by_overload_name=False):
        """What was measured, by name."""
        return _Averages(_Average(key, *kept) for key, kept in self._totals.items())


def tensorboard_trace_handler(dir_name, worker_name=None, use_gzip=False, use_python_export=False):
    """Raises NotImplementedError: a page keeps no traces."""
    raise NotImplementedError(
        "torch.profiler.tensorboard_trace_handler is not in this course's PyTorch subset: print "
        "profiler.key_averages().table()"
    )
