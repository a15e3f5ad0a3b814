import warnings

import torch
import torch.jit
from torch.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule

a = torch.arange(6.0).view(2, 3)


def doubled(x):
    return x * 2


# Scripted and traced functions give what they gave.
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(torch.jit.script(doubled)(a))
    print(torch.jit.trace(doubled, (a,))(a))
    layer = torch.nn.Linear(3, 2)
    print(torch.equal(torch.jit.script(layer)(a), layer(a)))
print({(warning.category.__name__, str(warning.message)) for warning in caught if "script" in str(warning.message)})
print(torch.jit.ignore(doubled) is doubled, torch.jit.unused(doubled) is doubled, torch.jit.export(doubled) is doubled)
print(torch.jit.is_scripting(), torch.jit.is_tracing(), torch.jit.annotate(int, 3), torch.jit.Final)

print(list(ProfilerActivity.__members__), ProfilerActivity.CPU, repr(ProfilerActivity.CUDA), ProfilerActivity.CPU.value)
print(list(ProfilerAction), torch.profiler.supported_activities())
for arguments in (
    {"wait": 1, "warmup": 1, "active": 2, "repeat": 1}, {"wait": 0, "warmup": 1, "active": 1},
    {"wait": 1, "warmup": 0, "active": 3, "skip_first": 2}, {"wait": 2, "warmup": 0, "active": 1, "skip_first_wait": 1},
):  # fmt: skip
    print([schedule(**arguments)(i).name for i in range(9)])

seen = []
with profile(
    activities=[ProfilerActivity.CPU], schedule=schedule(wait=1, warmup=1, active=2),
    on_trace_ready=lambda profiler: seen.append(profiler.step_num),
) as profiler:  # fmt: skip
    for _ in range(8):
        with record_function("model"):
            a @ a.T
        profiler.step()
print(seen, profiler.step_num)

with profile(activities=[ProfilerActivity.CPU], record_shapes=True) as profiler:
    for _ in range(3):
        with record_function("twice"):
            doubled(a)
print([(row.key, row.count) for row in profiler.key_averages() if row.key == "twice"])
print("twice" in profiler.key_averages().table(sort_by="cpu_time_total", row_limit=10))

for name in ("values", "indices", "coalesce", "is_coalesced", "crow_indices", "col_indices"):
    try:
        getattr(a, name)()
    except RuntimeError as error:
        print(error)
print(a.name)
