// What a small call costs from Python: calls.py in a cell.
import { serveFolder } from "../../tools/lib/serve.mjs";
import { pagesFolder } from "./build.mjs";

/** Resolves to what calls.py prints: { ops: { name: { us, crossings } }, loop_us, live_handles, live_bytes }. */
export async function timeCalls(browser, { quick, say }) {
  const server = await serveFolder(pagesFolder);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(300_000);
    await page.goto(`${server.url}bench.html`);
    const measured = await page.evaluate(
      async (rounds) => {
        const { timeCalls } = await import("/ours.js");
        return timeCalls(rounds);
      },
      quick ? 3 : 15,
    );
    say("calls from Python");
    return measured;
  } finally {
    await context.close();
    await server.close();
  }
}
