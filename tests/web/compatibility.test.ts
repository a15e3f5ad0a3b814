import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { type Compatibility, type Row, renderCompatibility, summary } from "../../web/site/markdown/compatibility.ts";
import { siteFolder, useSite } from "./browser.ts";

const site = await useSite();
const path = "compatibility/";

const row = (given: Partial<Row>): Row => ({
  name: "x",
  doc: "",
  status: "same",
  why: "",
  scripts: 0,
  samples: 0,
  cases: 0,
  ...given,
});

test("a row tells its status, its counts and what it is", () => {
  const rows = [
    row({ name: "less", doc: "self < other, as `torch.lt`.", scripts: 2, samples: 30, cases: 1 }),
    row({ name: "plain" }),
    row({ name: "odd", status: "differs", why: "Rounded twice.", scripts: 1 }),
    row({ name: "jet", status: "absent", why: "use a plane" }),
  ];
  assert.equal(summary(rows), "3 names; 1 differs, 1 untested, 1 not here");
  const data: Compatibility = { census: { names: 9, here: 8 }, groups: [{ title: "torch.nn", rows }] };
  const html = renderCompatibility(data);
  assert.match(html, /<h2 id="torch-nn">torch\.nn<\/h2><p>3 names; /);
  assert.ok(
    html.includes(
      "<tr><td><dfn>less</dfn>self &lt; other, as <code>torch.lt</code>.</td><td>✓</td><td>2</td><td>30</td><td>1</td></tr>",
    ),
  );
  assert.ok(html.includes("<tr><td><dfn>plain</dfn></td><td>untested</td></tr>"));
  assert.ok(html.includes('<dfn>odd</dfn>Rounded twice.</td><td class="differs">differs</td>'));
  assert.ok(html.includes('<dfn>jet</dfn>Use a plane.</td><td class="not-here">not here</td>'));
});

const visible = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>("sconce-filter tbody tr"))
      .filter((one) => one.offsetParent !== null)
      .map(
        (one) => `${one.closest("section")?.querySelector("h2")?.textContent}.${one.querySelector("dfn")?.textContent}`,
      ),
  );

test("the box leaves the names that hold every word, by keyboard", async () => {
  const page = await site.open(path);
  const all = await visible(page);
  assert.ok(all.includes("torch.softmax") && all.includes("numpy.random.Generator.normal"));
  await page.locator("sconce-filter label").click();
  await page.keyboard.type("functional SOFT");
  const some = await visible(page);
  assert.ok(some.includes("torch.nn.functional.softmax") && some.length < 20, some.join(" "));
  assert.ok(
    some.every((name) => /functional.*soft/.test(name)),
    some.join(" "),
  );
  const status = page.locator("sconce-filter [role=status]");
  assert.equal(await status.textContent(), `${some.length} of ${all.length} names`);
  await page.keyboard.press("Escape");
  assert.deepEqual(await visible(page), all);
  assert.equal(await status.textContent(), "");
  await page.keyboard.type("not here");
  assert.ok((await visible(page)).includes("torch.multiprocessing"));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("no such name");
  assert.deepEqual(await visible(page), []);
  assert.ok(await page.getByText("No name here holds that.").isVisible());
  await page.context().close();
});

test("the box is in sight with what it found, wherever the page was", async () => {
  const page = await site.open(path);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  const box = page.locator("sconce-filter input");
  await box.fill("lr_scheduler.StepLR");
  const place = await page.locator("sconce-filter tr:not([hidden]) dfn", { hasText: "StepLR" }).boundingBox();
  assert.ok(place !== null && place.y > 100 && place.y < 600, JSON.stringify(place));
  assert.ok(await box.isVisible());
  await page.context().close();
});

test("without JavaScript the page of names is complete", async () => {
  const page = await site.open(path, { javaScriptEnabled: false });
  assert.equal(
    await page
      .locator("dfn", { hasText: /^softmax$/ })
      .first()
      .isVisible(),
    true,
  );
  assert.equal(await page.locator("td.not-here").first().isVisible(), true);
  assert.equal(await page.locator("input").count(), 0, "nothing stands there that does nothing");
  await page.context().close();
});

test("the page of names is reached from the home page and weighs what a page may", async () => {
  const page = await site.open();
  await page.locator("main a", { hasText: "Every name" }).click();
  await page.waitForURL(`**/${path}**`);
  await page.locator("sconce-filter input").fill("numpy.linspace");
  assert.deepEqual(await visible(page), ["numpy.linspace"]);
  await page.context().close();
  assert.ok(statSync(join(siteFolder, path, "index.html")).size < 300_000);
});

test("the page of names does not scroll sideways on a phone", async () => {
  const page = await site.open(path, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `the page is ${wide} px wide`);
  await page.context().close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong on the page of names in ${colorScheme}`, async () => {
    const page = await site.open(path, { colorScheme });
    await page.locator("sconce-filter input").fill("nn.functional");
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const found = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: axe is put into the page as plain script
      const { violations } = await (globalThis as any).axe.run(document, { resultTypes: ["violations"] });
      return violations.map(
        (one: { id: string; nodes: { target: unknown }[] }) => `${one.id}: ${JSON.stringify(one.nodes[0].target)}`,
      );
    });
    assert.deepEqual(found, []);
    await page.context().close();
  });
}
