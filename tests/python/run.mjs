#!/usr/bin/env node
// Runs the Python faces' tests in the real engine: node tests/python/run.mjs [NAME-PART ...]
//
// tests/python/FACE/NAME.py with NAME.out beside it: what the script prints must be NAME.out, made by the real library.
// tests/python/FACE/test_NAME.py: passes when it ends without an exception.
// A file whose name begins with "_" is a module the scripts of its folder import.
// A script that names a file as "/tests/data/..." finds that file of tests/data there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { openSession } from "../../build/node/run.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const wanted = argv.slice(2);

function scriptsOf(face) {
  const names = readdirSync(join(here, face)).filter((name) => name.endsWith(".py"));
  return {
    modules: names.filter((name) => name.startsWith("_")),
    scripts: names.filter((name) => !name.startsWith("_")).sort(),
  };
}

/** Runs a file as a program of its own: fresh globals, its folder's helper modules importable. */
function program(face, name, modules) {
  const files = Object.fromEntries(
    modules.map((file) => [`${face}/${file}`, readFileSync(join(here, face, file), "utf8")]),
  );
  for (const [, path] of readFileSync(join(here, face, name), "utf8").matchAll(/"\/tests\/(data\/[\w./-]+)"/g)) {
    files[path] = readFileSync(join(here, "..", path), "utf8");
  }
  return `
import json, os, sys, gc
for _name, _text in json.loads(${JSON.stringify(JSON.stringify(files))}).items():
    os.makedirs(os.path.dirname(f"/tests/{_name}"), exist_ok=True)
    open(f"/tests/{_name}", "w").write(_text)
    sys.modules.pop(os.path.basename(_name).removesuffix(".py"), None)
sys.path.insert(0, "/tests/${face}")
_scope = {"__name__": "__main__"}
try:
    exec(compile(${JSON.stringify(readFileSync(join(here, face, name), "utf8"))}, "${name}", "exec"), _scope)
finally:
    _scope.clear()  # as at a program's end: a hook that knows its script's names would keep them alive
    sys.path.remove("/tests/${face}")
None
`;
}

const leaks = `
import gc, json
import sconce_face.bridge as _bridge, sconce_face.schema as _schema
gc.collect()
_schema.settle()
json.loads(str(_bridge.stats_text()))["live_handles"]
`;

function firstDifference(got, expected) {
  const [a, b] = [got.split("\n"), expected.split("\n")];
  const at = b.findIndex((line, i) => line !== a[i]);
  const line = at < 0 ? b.length : at;
  const from = Math.max(0, line - 3);
  const quote = (lines) =>
    lines
      .slice(from, line + 4)
      .map((text) => `      ${text}`)
      .join("\n");
  return `    line ${line + 1}, expected\n${quote(b)}\n    got\n${quote(a)}`;
}

let passed = 0;
let failed = 0;
function report(label, problem) {
  if (problem === null) {
    passed += 1;
    console.log(`ok   ${label}`);
  } else {
    failed += 1;
    console.log(`FAIL ${label}\n${problem}`);
  }
}

for (const entry of readdirSync(here, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const { modules, scripts } = scriptsOf(entry.name);
  for (const script of scripts) {
    const label = relative(here, join(here, entry.name, script));
    if (wanted.length > 0 && !wanted.some((part) => label.includes(part))) continue;
    const session = await openSession();
    const run = await session.run(program(entry.name, script, modules));
    if (run.error !== null) {
      report(label, `    ${run.error.text.replaceAll("\n", "\n    ")}`);
      continue;
    }
    const answer = join(here, entry.name, script.replace(/\.py$/, ".out"));
    const expected = existsSync(answer) ? readFileSync(answer, "utf8") : null;
    report(label, expected === null || run.stdout === expected ? null : firstDifference(run.stdout, expected));
    const live = await session.run(leaks);
    if (live.error !== null || live.result !== "0") {
      report(`${label} gives its handles back`, `    ${live.error?.text ?? `${live.result} handles are still live`}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
exit(failed > 0 ? 1 : 0);
