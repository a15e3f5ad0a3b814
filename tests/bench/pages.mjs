// A contender's page in Chromium, and what it can be asked.
import { contenders } from "./contenders.mjs";

/** What a page needs to share memory between threads. */
export const isolatingHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
};

const withId = (id) => contenders.find((one) => one.id === id);

/** Opens a contender in a context, and so a process, of its own. */
export async function openContender(browser, url, id, threads) {
  const { adapter, options } = withId(id);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(300_000);
  page.on("pageerror", (error) => console.error(`${id}: ${error.message}`));
  await page.goto(`${url}bench.html`);
  const { version, threads: used } = await page.evaluate(
    async ({ adapter, options }) => {
      const { open } = await import(`/${adapter}.js`);
      const contender = await open(options);
      globalThis.contender = contender;
      return { version: contender.version, threads: contender.threads };
    },
    { adapter, options: { ...options, threads } },
  );
  return {
    id,
    version,
    threads: used,
    /** Makes a workload's inputs and runs it once. Resolves to { check } or to { cannot }. */
    async prepare(workload) {
      try {
        return await page.evaluate(async (workload) => {
          globalThis.workload = null;
          const { check, cannot, ...rest } = await globalThis.contender.prepare(workload);
          globalThis.workload = rest;
          return cannot ? { cannot } : { check };
        }, workload);
      } catch (error) {
        console.error(`${id}: ${workload.title}: ${firstLine(error)}`);
        return { cannot: "it ends in an error" };
      }
    },
    /** Milliseconds of `repeats` runs. */
    time: (repeats) => page.evaluate((repeats) => globalThis.workload.time(repeats), repeats),
    release: () => page.evaluate(() => globalThis.workload?.free?.()),
    wasmBytes: () => page.evaluate((workers) => globalThis.wasmBytes(workers), adapter === "ours"),
    close: () => context.close(),
  };
}

/** An error of a page in a line, without the words that Playwright adds. */
function firstLine(error) {
  const lines = error.message.replace(/^page\.evaluate: (Error: )?/, "").split("\n");
  return (lines.filter((line) => /Error/.test(line)).at(-1) ?? lines[0]).slice(0, 300);
}
