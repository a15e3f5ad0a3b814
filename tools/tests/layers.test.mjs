import assert from "node:assert/strict";
import { test } from "node:test";
import { findWrongImports } from "../lint/layers.mjs";

const wrong = [
  [
    "core includes ops",
    "engine/core/a.hpp",
    '#include "engine/ops/mul.hpp"',
    /engine\/core may not include engine\/ops/,
  ],
  [
    "core includes autograd",
    "engine/core/a.cpp",
    '#include "engine/autograd/tape.hpp"',
    /may not include engine\/autograd/,
  ],
  ["kernels include ops", "engine/kernels/simd/a.cpp", '#include "engine/ops/mul.hpp"', /engine\/kernels may not/],
  [
    "random includes kernels",
    "engine/random/a.cpp",
    '#include "engine/kernels/scalar/a.hpp"',
    /engine\/random may not/,
  ],
  ["ops include bindings", "engine/ops/a.cpp", '  #  include "engine/bindings/call.hpp"', /engine\/ops may not/],
  ["a relative include", "engine/ops/a.cpp", '#include "../core/tensor.hpp"', /expected a path from the top/],
  [
    "ops know Emscripten",
    "engine/ops/a.cpp",
    "#include <emscripten/val.h>",
    /only engine\/bindings\/ may know Emscripten/,
  ],
  ["scalar kernels know SIMD", "engine/kernels/scalar/a.cpp", "#include <wasm_simd128.h>", /know WebAssembly SIMD/],
  ["ops know xtensor", "engine/ops/a.cpp", "#include <xtensor/xarray.hpp>", /know xtensor/],
  ["bindings know Python", "engine/bindings/a.cpp", "#include <Python.h>", /no part of the engine may know Python/],
  [
    "runtime imports elements",
    "web/runtime/a.ts",
    'import { cell } from "../elements/cell.ts";',
    /web\/runtime may not import web\/elements/,
  ],
  [
    "runtime imports output's code",
    "web/runtime/a.ts",
    'import { show } from "../output/bundle.ts";',
    /web\/runtime may not/,
  ],
  [
    "output imports elements",
    "web/output/a.ts",
    'import {\n  cell,\n} from "../elements/cell.ts";',
    /a\.ts:1: web\/output may not/,
  ],
  [
    "output imports lazily",
    "web/output/a.ts",
    'const cell = await import("../elements/cell.ts");',
    /web\/output may not/,
  ],
  [
    "runtime re-exports site",
    "web/runtime/a.ts",
    'export * from "../site/lessons.ts";',
    /web\/runtime may not import web\/site/,
  ],
  ["elements import tests", "web/elements/a.ts", 'import "../../tests/web/help.mjs";', /outside web/],
  ["runtime touches the DOM", "web/runtime/a.ts", "\n\ndocument.title = '';", /a\.ts:3: names document/],
  ["runtime extends an element", "web/runtime/a.ts", "class A extends HTMLElement {}", /names HTMLElement/],
  ["torch imports js", "web/python/torch/a.py", "def f():\n    import js\n", /a\.py:2: imports js/],
  ["numpy imports pyodide", "web/python/numpy/a.py", "from pyodide.ffi import to_js", /imports pyodide/],
  ["numpy goes round the bridge", "web/python/numpy/a.py", "import os, _sconce_call as b", /imports _sconce_call/],
  [
    "the shared part imports a face",
    "web/python/sconce_face/a.py",
    "import torch.nn",
    /sconce_face may not import torch/,
  ],
];

for (const [name, path, text, expected] of wrong) {
  test(`refuses: ${name}`, () => {
    const found = findWrongImports([[path, text]]);
    assert.equal(found.length, 1, `found ${JSON.stringify(found)}`);
    assert.match(found[0], expected);
  });
}

const right = [
  ["ops include what lies below", "engine/ops/a.cpp", '#include "engine/random/mt19937.hpp"\n#include <vector>\n'],
  ["bindings know Emscripten", "engine/bindings/embind.cpp", "#include <emscripten/bind.h>"],
  ["SIMD kernels know SIMD", "engine/kernels/simd/a.cpp", "#include <wasm_simd128.h>"],
  [
    "a comment is no include",
    "engine/core/a.hpp",
    '// #include "engine/ops/mul.hpp"\n/*\n#include "engine/ops/mul.hpp"\n*/',
  ],
  ["runtime shares types", "web/runtime/a.ts", 'import type { Bundle } from "../output/bundle.ts";'],
  ["elements use the runtime", "web/elements/a.ts", 'import { Client } from "../runtime/client.ts";\ndocument.body;'],
  [
    "a word in a string or comment",
    "web/runtime/a.ts",
    "// the document\nfail('no window here', `window`); x.document;",
  ],
  ["the bridge knows JavaScript", "web/python/sconce_face/bridge.py", "import _sconce_call"],
  ["torch builds on the shared part", "web/python/torch/a.py", "from sconce_face.bridge import flush\nimport json\n"],
];

for (const [name, path, text] of right) {
  test(`allows: ${name}`, () => {
    assert.deepEqual(findWrongImports([[path, text]]), []);
  });
}
