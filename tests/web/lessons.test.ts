import assert from "node:assert/strict";
import { test } from "node:test";
import { listLessons } from "../../web/site/lessons.ts";
import { Cell, lessonsFolder, openDetails, useSite } from "./browser.ts";

const site = await useSite();

for (const path of ["/", ...listLessons(lessonsFolder).map(({ link }) => link)]) {
  test(`every cell of ${path} prints in the page what the page shows`, async () => {
    const page = await site.open(path.slice(1));
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    await openDetails(page);
    const cells = page.locator("sconce-cell");
    const total = await cells.count();
    assert.ok(total > 0, "the page has no cell");
    for (let place = 0; place < total; place += 1) {
      const cell = new Cell(page, place);
      const shown = (await cell.host.locator("[slot=output]").allTextContents()).join("");
      await cell.run();
      const id = await cell.host.getAttribute("cell-id");
      assert.equal((await cell.output()).trimEnd(), shown.trimEnd(), `cell ${id}`);
      assert.equal(await cell.count.textContent(), `[${place + 1}]`);
    }
    assert.deepEqual(problems, []);
    await page.context().close();
  });
}
