import assert from "node:assert/strict";
import { after, test } from "node:test";
import { launchChromium } from "../../tools/lib/chromium.mjs";
import { serveFolder } from "../../tools/lib/serve.mjs";
import { Cell, siteFolder, startMs } from "./browser.ts";

const server = await serveFolder(siteFolder, {
  headers: { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" },
});
const browser = await launchChromium();
after(async () => {
  await browser.close();
  await server.close();
});

test("in an isolated page threads share the work, and its results stay what they are", async () => {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(startMs);
  const files: string[] = [];
  const warnings: string[] = [];
  page.context().on("request", (request) => files.push(new URL(request.url()).pathname));
  page.context().on("console", (message) => {
    if (message.type() === "warning" || message.type() === "error") warnings.push(message.text());
  });
  await page.goto(server.url);
  const cell = new Cell(page);
  assert.equal(await cell.try("import torch\ntorch.get_num_threads() > 1"), "True");
  assert.ok(
    files.some((path) => path.endsWith("/threads/sconce-engine.wasm")),
    files.join(" "),
  );
  // Large enough that memory grows while threads run; the sums of whole numbers are exact.
  const source = `
a = torch.arange(700 * 700.).view(700, 700) % 7
several = [a @ a.T, torch.nn.functional.scaled_dot_product_attention(a / 7, a / 7, a)]
torch.set_num_threads(1)
alone = [a @ a.T, torch.nn.functional.scaled_dot_product_attention(a / 7, a / 7, a)]
big = torch.ones(3000, 3000) @ torch.ones(3000, 600)
[torch.equal(x, y) for x, y in zip(several, alone)], big.min().item(), big.max().item(), torch.get_num_threads()`;
  assert.equal(await cell.try(source), "([True, True], 3000.0, 3000.0, 1)");
  assert.deepEqual(warnings, []);
  await page.context().close();
});
