#!/usr/bin/env node
// Runs PyTorch's own sample inputs, and inputs that must fail, through our torch and compares with the real library's answers:
// node tests/conformance/opinfo.mjs [--json] [--all] [OP ...]
//
// --json prints the whole report, --all every miss. The data are in tests/data/opinfo (pack.py makes them). Fails when a part's rate is
// under its floor, when an op misses more samples than known.json lists with their reason, and when an array outlives its case.
// known.json: "misses" by op and part, each op with a "reason"; "tolerances" of an op, (relative, absolute) with a "reason".
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { openSession } from "../../build/node/run.mjs";

// The share of samples that must agree.
const FLOORS = { float32: 0.98, int64: 0.95, bool: 0.95, errors: 0.9 };

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const known = JSON.parse(readFileSync(path("known.json"), "utf8"));
const options = argv.slice(2).filter((word) => word.startsWith("--"));
const wanted = argv.slice(2).filter((word) => !word.startsWith("--"));
const label = (entry) => (entry.variant === "" ? entry.op : `${entry.op}.${entry.variant}`);

function unpack(part) {
  const whole = gunzipSync(readFileSync(path(`../data/opinfo/${part}.pack.gz`)));
  const end = 4 + whole.readUInt32LE();
  return { entries: whole.subarray(4, end).toString(), blob: whole.subarray((end + 7) & ~7) };
}

const session = await openSession();
async function python(source) {
  const run = await session.run(source);
  if (run.error !== null) throw new Error(run.error.text);
  return run;
}
const text = (value) => JSON.stringify(JSON.stringify(value));

await python(`
import base64, json, sys, types
opinfo = types.ModuleType("opinfo")
exec(compile(${JSON.stringify(readFileSync(path("opinfo.py"), "utf8"))}, "opinfo.py", "exec"), vars(opinfo))
None`);

async function reportOf(part) {
  const { entries, blob } = unpack(part);
  const call =
    part === "errors" ? "run_errors(given, blob)" : `run(given, blob, json.loads(${text(known.tolerances)}))`;
  // The entries are parsed by Python alone: to JavaScript 1.0 and 1 are one number.
  const run = await python(`
wanted = json.loads(${text(wanted)})
given = [entry for entry in json.loads(${JSON.stringify(entries)}) if not wanted or entry["op"] in wanted]
blob = base64.b64decode("${blob.toString("base64")}")
print(json.dumps(opinfo.${call}))
given = blob = None
None`);
  return JSON.parse(run.stdout);
}

const report = {};
const problems = [];
const better = [];
for (const part of Object.keys(FLOORS)) {
  const entries = await reportOf(part);
  const misses = entries.flatMap((entry) => entry.misses.map(([sample, kind, why]) => ({ entry, sample, kind, why })));
  const ok = entries.reduce((sum, entry) => sum + entry.ok, 0);
  const missing = misses.filter((miss) => miss.kind === "missing").length;
  const samples = ok + misses.length;
  report[part] = { samples, ok, missing, differ: misses.length - missing, entries };
  if (wanted.length === 0 && ok / samples < FLOORS[part]) {
    problems.push(`${part}: ${ok} of ${samples} agree, under the floor of ${FLOORS[part]}`);
  }
  for (const entry of entries) {
    const listed = known.misses[label(entry)]?.[part] ?? 0;
    if (entry.misses.length > listed) {
      const [sample, , why] = entry.misses[0];
      problems.push(
        `${part} ${label(entry)}: ${entry.misses.length} misses, ${listed} known; sample ${sample}: ${why}`,
      );
    } else if (entry.misses.length < listed) {
      better.push(`${part} ${label(entry)}: ${entry.misses.length} misses, known.json lists ${listed}`);
    }
  }
  if (options.includes("--all")) {
    for (const miss of misses) console.log(`${part} ${label(miss.entry)} ${miss.sample} ${miss.kind}: ${miss.why}`);
  }
}
const live = Number((await python("opinfo.live_handles()")).result);
if (live > 0) problems.push(`${live} handles are still live`);

if (options.includes("--json")) {
  console.log(JSON.stringify(report));
} else {
  for (const line of [...better, ...problems]) console.log(line);
  for (const [part, { samples, ok, missing, differ, entries }] of Object.entries(report)) {
    const whole = entries.filter((entry) => entry.misses.length === 0).length;
    const rate = samples === 0 ? "" : ` (${((100 * ok) / samples).toFixed(2)} %)`;
    console.log(
      `${part}: ${ok} of ${samples} agree${rate}, ${missing} outside the subset, ${differ} differ; ` +
        `${whole} of ${entries.length} ops in full`,
    );
  }
}
exit(problems.length > 0 ? 1 : 0);
