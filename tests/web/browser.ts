import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launchChromium } from "../../tools/lib/chromium.mjs";
import { serveFolder } from "../../tools/lib/serve.mjs";

/** Tests are bundled into build/tests-web, two folders below the root. */
const root = fileURLToPath(new URL("../../", import.meta.url));
export const siteFolder = join(root, "build/site");
export const lessonsFolder = join(root, "lessons");

/** Python starts within this on a slow machine that is busy with other things as well. */
export const startMs = 90_000;

export interface Site {
  url: string;
  /** Opens a page of the site in a context of its own: nothing cached, nothing stored. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
}

async function start(): Promise<{ server: Awaited<ReturnType<typeof serveFolder>>; browser: Browser }> {
  assert.ok(existsSync(join(siteFolder, "index.html")), "the site is not built: run `npm run build:site` first");
  const server = await serveFolder(siteFolder);
  const browser = await launchChromium();
  return { server, browser };
}

/** A browser and a plain server for the tests of one file, ended after them. */
export async function useSite(): Promise<Site> {
  const { server, browser } = await start();
  after(async () => {
    await browser.close();
    await server.close();
  });
  return {
    url: server.url,
    async open(path = "", options = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(startMs);
      await page.goto(server.url + path);
      return page;
    },
  };
}

/** Unfolds all answers. */
export async function openDetails(page: Page): Promise<void> {
  await page.locator("details").evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
}

/** One `<sconce-cell>` as a reader uses it. */
export class Cell {
  readonly host: Locator;
  readonly page: Page;

  constructor(page: Page, place: number | string = 0) {
    this.page = page;
    this.host =
      typeof place === "number"
        ? page.locator("sconce-cell").nth(place)
        : page.locator(`sconce-cell[cell-id=${place}]`);
  }

  get button(): Locator {
    return this.host.locator("button.main");
  }

  get error(): Locator {
    return this.host.locator("#output .error");
  }

  get count(): Locator {
    return this.host.locator(".count");
  }

  get status(): Locator {
    return this.host.locator(".status [role=status]");
  }

  /** Replaces the code through the editor, as with a keyboard. */
  async type(source: string): Promise<void> {
    const editor = this.host.locator(".cm-content");
    if (!(await editor.isVisible())) await this.host.locator("#code").click();
    await editor.click();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(source);
  }

  async whileRunning(): Promise<void> {
    await this.waitFor("running");
  }

  async whenDone(): Promise<void> {
    await this.waitFor("still");
  }

  private async waitFor(phase: string): Promise<void> {
    const handle = await this.host.elementHandle();
    await this.page.waitForFunction(([cell, wanted]) => (cell as unknown as { phase: string }).phase === wanted, [
      handle,
      phase,
    ] as const);
  }

  /** Presses Run and waits for the end. */
  async run(): Promise<void> {
    await this.button.click();
    await this.whenDone();
  }

  /** All that the last run showed. */
  async output(): Promise<string> {
    const parts = await this.host
      .locator("#output > *")
      .evaluateAll((blocks) => blocks.map((b) => b.textContent ?? ""));
    return parts.join("");
  }

  /** Types a program, runs it, and gives what it showed. */
  async try(source: string): Promise<string> {
    await this.type(source);
    await this.run();
    return this.output();
  }
}
