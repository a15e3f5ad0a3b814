// The cells of each seed document in order, as one program, print what they printed with the real libraries.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const seeds = join(top, "tests/data/seeds");
const cells = readdirSync(seeds)
  .filter((name) => name.endsWith(".py"))
  .sort();
const documents = [...new Set(cells.map((name) => name.replace(/_cell_.*/, "")))];
assert.ok(documents.length >= 2, `${documents.length} seed documents in ${seeds}`);

const joined = (names) => names.map((name) => readFileSync(join(seeds, name), "utf8")).join("\n");

for (const document of documents) {
  test(`${document} prints what it should`, () => {
    const own = cells.filter((name) => name.startsWith(`${document}_`));
    const folder = mkdtempSync(join(tmpdir(), "sconce-"));
    try {
      const program = join(folder, `${document}.py`);
      writeFileSync(program, joined(own));
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, "build/node/run.mjs"), program], {
        encoding: "utf8",
      });
      const expected = own.map((name) => readFileSync(join(seeds, name.replace(/\.py$/, ".out")), "utf8")).join("");
      assert.equal(stdout, expected);
      assert.equal(stderr, "");
      assert.equal(status, 0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
