// What the page of names is made from: the faces in the engine, and the texts of the tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openSession } from "../../build/node/run.mjs";
import {
  addMissing,
  countCases,
  countSamples,
  countScripts,
  gather,
  listGroups,
  Table,
} from "../../web/site/compatibility/gather.mjs";

const found = [
  { title: "numpy", names: [["sum", "function", "The sum."]] },
  { title: "torch.func", names: [["grad", "function", "The gradient."]] },
  {
    title: "torch.Tensor",
    names: [
      ["sum", "function", "The sum."],
      ["item", "function", "A number."],
      ["zero_", "function", ""],
    ],
  },
  {
    title: "torch",
    names: [
      ["sum", "function", "The sum."],
      ["float", "constant", ""],
      ["set_up", "function", "Accepted: nothing to do."],
    ],
  },
  { title: "torch.nn.functional", names: [["relu", "function", "max(x, 0)."]] },
  { title: "torch.utils", names: [] },
];
const table = () => new Table(listGroups(found));

test("torch comes first, then NumPy; a method's description is not said twice; what is accepted says so", () => {
  const groups = listGroups(found);
  assert.deepEqual(
    groups.map(({ title }) => title),
    ["torch", "torch.Tensor", "torch.nn.functional", "torch.func", "numpy"],
  );
  assert.deepEqual(
    groups[1].rows.map(({ name, doc }) => [name, doc]),
    [
      ["sum", ""],
      ["item", "A number."],
      ["zero_", ""],
    ],
  );
  const accepted = groups[0].rows[2];
  assert.deepEqual([accepted.status, accepted.why], ["accepted", "nothing to do."]);
});

test("scripts count full names, methods of anything, and words of modules they name", () => {
  const made = table();
  countScripts(made, [
    { faces: ["torch"], names: ["torch.sum", ".item", "~relu"] },
    { faces: ["torch"], names: [".sum", "torch.nn.functional", "~relu"] },
    { faces: ["numpy"], names: [".sum", "numpy.sum"] },
  ]);
  const scripts = (name) => made.byName.get(name).scripts;
  assert.deepEqual(
    [
      "torch.sum",
      "torch.Tensor.sum",
      "torch.Tensor.item",
      "torch.nn.functional.relu",
      "torch.func.grad",
      "numpy.sum",
    ].map(scripts),
    [1, 1, 1, 1, 0, 1],
  );
});

test("samples count what agrees; reasons for the rest make a name differ, or say that it is not here", () => {
  const made = table();
  countSamples(
    made,
    [
      { part: "float32", op: "sum", variant: "", samples: 10 },
      { part: "errors", op: "sum", variant: "", samples: 1 },
      { part: "float32", op: "nn.functional.relu", variant: "", samples: 4 },
      { part: "float32", op: "float", variant: "", samples: 2 },
      { part: "float32", op: "zero", variant: "", samples: 3 },
      { part: "float32", op: "item", variant: "odd", samples: 5 },
      { part: "float32", op: "eig", variant: "", samples: 6 },
      { part: "errors", op: "__radd__", variant: "", samples: 1 },
    ],
    {
      tolerances: { "nn.functional.relu": { gradient: [1, 1], reason: "Rounded once." } },
      misses: {
        sum: { float32: 2, reason: "Long sums." },
        "item.odd": { float32: 5, reason: "Odd." },
        eig: { float32: 6, reason: "Complex." },
        __radd__: { errors: 1, reason: "Words." },
      },
    },
  );
  const row = (name) => ["samples", "status", "why"].map((key) => made.byName.get(name)[key]);
  assert.deepEqual(row("torch.sum"), [9, "differs", "Long sums."]);
  assert.deepEqual(row("torch.nn.functional.relu"), [4, "differs", "Rounded once."]);
  assert.deepEqual(row("torch.float"), [2, "same", ""]);
  assert.deepEqual(row("torch.Tensor.zero_"), [3, "same", ""]);
  assert.deepEqual(row("torch.Tensor.item"), [0, "differs", "Odd."]);
  assert.deepEqual(row("torch.eig"), [0, "absent", "Complex."]);
  assert.deepEqual(row("torch.Tensor.__radd__"), [0, "differs", "Words."]);
});

test("the engine's cases count for each name of an operation", () => {
  const made = table();
  const source =
    'torch_op("sum", x);\nTEST_CASE("one") { run("sum"); run("sum"); }\nTEST_CASE("two") { run("summary"); }\n';
  countCases(made, [["sum", ["torch.sum", "Tensor.sum", "numpy.sum", "torch.gone"]]], [source, source]);
  assert.deepEqual(
    ["torch.sum", "torch.Tensor.sum", "numpy.sum", "torch.func.grad"].map((name) => made.byName.get(name).cases),
    [2, 2, 2, 0],
  );
});

test("what is missing stands in the group where it would be, once", () => {
  const made = table();
  addMissing(made, [
    ["torch.jet", "fly"],
    ["torch.jet.engine", "fly"],
    ["torch.nn.functional.relux", ""],
    ["Tensor.values", "use dense tensors"],
    ["torchvision", "make the tensors"],
  ]);
  const absent = made.groups.flatMap(({ title, rows }) =>
    rows.filter(({ status }) => status === "absent").map(({ name, why }) => [title, name, why]),
  );
  assert.deepEqual(absent, [
    ["torch", "jet", "fly"],
    ["torch.Tensor", "values", "use dense tensors"],
    ["torch.nn.functional", "relux", ""],
    ["Other packages", "torchvision", "make the tensors"],
  ]);
});

test("the faces say what they offer, and a name that is gone leaves the page", async () => {
  const session = await openSession();
  const rows = async () => {
    const { groups, census } = await gather(session);
    assert.ok(census.here > 0.9 * census.names && census.here <= census.names);
    return new Map(groups.flatMap(({ title, rows }) => rows.map((row) => [`${title}.${row.name}`, row])));
  };
  const before = await rows();
  const softmax = before.get("torch.softmax");
  assert.equal(softmax.status, "same");
  assert.ok(softmax.scripts > 3 && softmax.samples > 10 && softmax.cases > 1, JSON.stringify(softmax));
  for (const name of [
    "torch.Tensor.view",
    "torch.nn.Linear",
    "torch.nn.functional.relu",
    "torch.optim.lr_scheduler.StepLR",
    "torch.compile",
    "torch.utils.data.DataLoader",
    "numpy.random.Generator.normal",
    "numpy.ndarray.sum",
    "numpy.linalg.inv",
    "torch.nn.Module.train",
  ]) {
    assert.ok(before.has(name) && before.get(name).status !== "absent", name);
    assert.ok(before.get(name).scripts > 0, `${name} is in no test`);
  }
  assert.equal(before.get("torch.compile").status, "accepted");
  assert.equal(before.get("torch.multiprocessing").status, "absent");
  for (const name of ["torch.math", "torch.nn.functional.math", "numpy.builtins", "torch.linalg.describe"]) {
    assert.ok(!before.has(name), `${name} is no name of the library`);
  }
  const run = await session.run("import torch\ndel torch.softmax, torch.Tensor.relu");
  assert.equal(run.error, null);
  const after = await rows();
  // Teaching code uses both, so that the page says that they are not here.
  assert.deepEqual([...before.keys()].filter((name) => after.get(name)?.status !== before.get(name).status).sort(), [
    "torch.Tensor.relu",
    "torch.softmax",
  ]);
});
