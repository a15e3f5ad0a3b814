// What the compatibility page says: every public name of the faces, what is known of it, and which tests name it.
//
// Nothing here is kept by hand. The names are those that the faces offer when they run; the differences are those that the
// conformance test allows for; the tests are read for the names in them; what is missing is what the census names, or the faces
// have advice for, and the faces lack.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = join(here, "../../..");

/** In this order, the others after them. */
const order = [
  ..."torch torch.Tensor torch.nn torch.nn.Module torch.nn.functional torch.nn.init torch.nn.utils".split(" "),
  ..."torch.optim torch.optim.Optimizer torch.optim.lr_scheduler torch.utils.data torch.autograd".split(" "),
];
const methods = {
  torch: ["torch.Tensor", "torch.nn.Module", "torch.optim.Optimizer"],
  numpy: ["numpy.ndarray", "numpy.random.Generator"],
};

/** Where the functions are that a class has as methods. */
const functions = { "torch.Tensor": "torch", "numpy.ndarray": "numpy" };

/** @typedef {{ name: string, doc: string, status: string, why: string, scripts: number, samples: number, cases: number }} Row */
/** @typedef {{ title: string, rows: Row[] }} Group */

const row = (name, doc = "") => ({ name, doc, status: "same", why: "", scripts: 0, samples: 0, cases: 0 });
const full = (title, name) => `${title}.${name}`;

/** Groups of empty rows by title, the torch ones first; a method's description is not said again where the function has it. */
export function listGroups(found) {
  const docs = new Map(found.flatMap(({ title, names }) => names.map(([name, , doc]) => [full(title, name), doc])));
  const place = ({ title }) => [
    title.startsWith("numpy") ? 1 : 0,
    (order.indexOf(title) + order.length + 1) % (order.length + 1),
  ];
  return found
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1])
    .map(({ title, names }) => ({
      title,
      rows: names.map(([name, kind, doc, same]) => {
        const said = functions[title] && docs.get(full(functions[title], name));
        const accepted = /^Accepted: (.*)/.exec(doc);
        return accepted
          ? { ...row(name), kind, same, status: "accepted", why: accepted[1] }
          : { ...row(name, doc === said || doc === `As torch.${name}.` ? "" : doc), kind, same };
      }),
    }));
}

/** Finds rows by full name, and makes a row for a name that no group has. */
export class Table {
  constructor(groups) {
    this.groups = groups;
    this.byTitle = new Map(groups.map((group) => [group.title, group]));
    this.byName = new Map(groups.flatMap(({ title, rows }) => rows.map((one) => [full(title, one.name), one])));
  }

  rows() {
    return this.groups.flatMap(({ rows }) => rows);
  }

  /** The row of an operation as PyTorch's conformance data call it: a function, a method, or a method in place. */
  ofOperation(name) {
    const named = this.byName.get(`torch.${name}`);
    return (named?.kind === "function" ? named : undefined) ?? this.byName.get(`torch.Tensor.${name}`) ?? named;
  }

  /** A new row where the name belongs: in the group of the longest title that fits, else in one of its own. */
  add(name) {
    let title = name;
    do title = title.slice(0, Math.max(title.lastIndexOf("."), 0));
    while (title !== "" && !this.byTitle.has(title));
    const added = row(title === "" ? name : name.slice(title.length + 1));
    this.byName.set(name, added);
    if (title === "") title = "Other packages";
    if (!this.byTitle.has(title)) this.byTitle.set(title, this.groups[this.groups.push({ title, rows: [] }) - 1]);
    this.byTitle.get(title).rows.push(added);
    return added;
  }
}

/**
 * Counts in how many of `programs`, [{ faces, names }], each name stands. A method counts wherever its name is an attribute, and a
 * word as a function or class of every module that the program names; what has several names is the same under each.
 */
export function countScripts(table, programs) {
  for (const { faces, names } of programs) {
    const seen = new Set(names);
    const classes = new Set(faces.flatMap((face) => methods[face]));
    const known = new Set([...faces, ...classes]);
    for (const name of names) {
      for (let at = name.length; at > 0; at = name.lastIndexOf(".", at - 1)) known.add(name.slice(0, at));
    }
    const told = new Set();
    for (const { title, rows } of table.groups) {
      if (!known.has(title)) continue;
      for (const one of rows) {
        const stands =
          seen.has(full(title, one.name)) ||
          seen.has(`~${one.name}`) ||
          (classes.has(title) && seen.has(`.${one.name}`));
        if (stands) told.add(one.same ?? one);
      }
    }
    for (const one of table.rows()) if (told.has(one.same ?? one)) one.scripts += 1;
  }
}

/** Gives what has several names the samples and cases of the name that has most. */
export function shareCounts(table) {
  const most = new Map();
  for (const one of table.rows()) {
    const { samples, cases } = most.get(one.same ?? one) ?? one;
    most.set(one.same ?? one, { samples: Math.max(samples, one.samples), cases: Math.max(cases, one.cases) });
  }
  for (const one of table.rows()) Object.assign(one, most.get(one.same ?? one));
}

/** Counts the samples that agree with real PyTorch's, and says why others do not. `entries` are [{ part, op, variant, samples }]. */
export function countSamples(table, entries, known) {
  const reasons = new Map();
  for (const { part, op, variant, samples } of entries) {
    const label = variant === "" ? op : `${op}.${variant}`;
    const missed = known.misses[label]?.[part] ?? 0;
    const found = table.ofOperation(op) ?? table.ofOperation(`${op}_`);
    if (found !== undefined) found.samples += samples - missed;
    for (const { reason } of [known.misses[label], known.tolerances[op]].filter(Boolean)) {
      const key = found ?? `torch.${op.startsWith("__") ? `Tensor.${op}` : op}`;
      reasons.set(key, (reasons.get(key) ?? new Set()).add(reason));
    }
  }
  for (const [key, said] of reasons) {
    const isThere = typeof key !== "string";
    const one = isThere ? key : table.add(key);
    one.status = isThere || key.startsWith("torch.Tensor.__") ? "differs" : "absent";
    one.why = [...said].join(" ");
  }
}

/** Counts the engine's test cases that name an operation, for each of its names. `operations` are [[name, names]]. */
export function countCases(table, operations, sources) {
  const cases = sources.flatMap((text) => text.split(/^TEST_CASE\(/m).slice(1));
  const named = cases.map((text) => new Set(Array.from(text.matchAll(/"(\w+)"/g), (match) => match[1])));
  for (const [operation, names] of operations) {
    const count = named.filter((words) => words.has(operation)).length;
    for (const name of names) {
      const place = name.replace(/^Tensor\./, "torch.Tensor.").replace(/^F\./, "torch.nn.functional.");
      const one = table.byName.get(place);
      if (one !== undefined) one.cases += count;
    }
  }
}

/** Adds what is not there: `missing` names with their advice, each unless its module is among them. */
export function addMissing(table, missing) {
  const names = new Set(missing.map(([name]) => name));
  for (const [name, advice] of missing) {
    const parents = name.split(".").map((_, i, parts) => parts.slice(0, i).join("."));
    if (parents.some((parent) => names.has(parent))) continue;
    const place = name.replace(/^Tensor\./, "torch.Tensor.").replace(/^ndarray\./, "numpy.ndarray.");
    const one = table.byName.get(place) ?? table.add(place);
    one.status = "absent";
    one.why = advice;
  }
}

function filesBelow(folder, end) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The programs whose output the real libraries wrote, and the cells of lessons: { faces, text }. */
function* programs() {
  for (const face of ["torch", "numpy"]) {
    for (const path of filesBelow(`tests/python/${face}`, ".py"))
      yield { faces: [face], text: readFileSync(path, "utf8") };
  }
  for (const path of filesBelow("tests/data/seeds", ".py"))
    yield { faces: ["torch", "numpy"], text: readFileSync(path, "utf8") };
  for (const path of filesBelow("lessons", ".md")) {
    const cells = Array.from(
      readFileSync(path, "utf8").matchAll(/^```python \{\.cell[^}]*\}\n([\s\S]*?)^```/gm),
      (match) => match[1],
    );
    if (cells.length > 0) yield { faces: ["torch", "numpy"], text: cells.join("\n") };
  }
}

function* conformanceEntries() {
  for (const part of ["float32", "int64", "bool", "errors"]) {
    const whole = gunzipSync(readFileSync(join(root, `tests/data/opinfo/${part}.pack.gz`)));
    for (const { op, variant, samples } of JSON.parse(whole.subarray(4, 4 + whole.readUInt32LE()).toString())) {
      yield { part, op, variant, samples: samples?.length ?? 1 };
    }
  }
}

/** @param {{ run(source: string): Promise<{ stdout: string, error: { text: string } | null }> }} session the faces, running */
export async function gather(session) {
  const ask = async (file, call, given) => {
    const source = JSON.stringify(readFileSync(join(here, file), "utf8"));
    const run = await session.run(`
import json as _json, types as _types
_asked = _types.ModuleType("asked")
exec(compile(${source}, ${JSON.stringify(file)}, "exec"), vars(_asked))
_given = _json.loads(${JSON.stringify(JSON.stringify(given))})
print(_json.dumps(${call}))
None`);
    if (run.error !== null) throw new Error(`the compatibility page: ${run.error.text}`);
    return JSON.parse(run.stdout);
  };
  const census = JSON.parse(readFileSync(join(root, "tests/data/census/names.json"), "utf8"));
  const { groups, missing, operations } = await ask("names.py", "_asked.everything(_given)", Object.keys(census));
  const tests = [...programs()];
  const named = await ask(
    "mentions.py",
    "[_asked.mentions(text) for text in _given]",
    tests.map(({ text }) => text),
  );

  const table = new Table(listGroups(groups));
  countScripts(
    table,
    tests.map(({ faces }, i) => ({ faces, names: named[i] })),
  );
  countSamples(
    table,
    [...conformanceEntries()],
    JSON.parse(readFileSync(join(root, "tests/conformance/known.json"), "utf8")),
  );
  countCases(
    table,
    operations,
    filesBelow("tests/engine", "_test.cpp").map((path) => readFileSync(path, "utf8")),
  );
  shareCounts(table);
  addMissing(table, missing);
  const used = new Set(missing.map(([name]) => name));
  return {
    census: { names: Object.keys(census).length, here: Object.keys(census).filter((name) => !used.has(name)).length },
    groups: table.groups.map(({ title, rows }) => ({
      title,
      rows: rows.map(({ kind, same, ...one }) => one).sort((a, b) => (a.name < b.name ? -1 : 1)),
    })),
  };
}
