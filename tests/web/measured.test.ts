import assert from "node:assert/strict";
import { test } from "node:test";
import { createMarkdownRenderer } from "vitepress";
import { type Measured, measured } from "../../web/site/markdown/measured.ts";

const results: Measured = {
  machine: { cpu: "A <fast> one", cores: 2, system: "Linux 6" },
  chromium: "156",
  contenders: {
    ours: { title: "Ours", version: "1", threads: { plain: 1, isolated: 1 } },
    other: { title: "Other", version: "2", threads: { plain: 1, isolated: 2 } },
    peak: { title: "Peak", version: "", threads: { plain: 1 } },
  },
  rows: [
    {
      group: "matmul",
      title: "matmul 64",
      unit: "GFLOP/s",
      headers: "plain",
      date: "2026-01-02",
      figures: { ours: { value: 20 }, other: { value: 10 }, peak: { value: 40 } },
      against: { id: "other", ratio: 2 },
      shareOfPeak: 0.5,
    },
    {
      group: "training",
      title: "a step",
      unit: "ms",
      headers: "isolated",
      date: "2026-01-01",
      figures: { ours: { value: 3 }, other: { cannot: 'no "gradients"' } },
      against: null,
      shareOfPeak: null,
    },
  ],
  memory: {
    heads: 8,
    curves: [
      { id: "ours", backward: false, points: [1024, 2048].map((length) => ({ length, bytes: length * 1e4 })) },
      {
        id: "other",
        backward: false,
        points: [
          { length: 1024, bytes: 2e8 },
          { length: 2048, cannot: "would take about 4.0 GB" },
        ],
      },
    ],
  },
};

const md = await createMarkdownRenderer(".", { config: (renderer) => measured(renderer, results) });
const render = (part: string) => md.render(`\`\`\`measured ${part}\nfor readers of the source\n\`\`\`\n`);

test("rows of a set of headers become a table a group, the fastest bold, with ratio and share of the peak", () => {
  const html = render("plain");
  assert.match(html, /<caption>Matrix products<\/caption>/);
  assert.match(
    html,
    /matmul 64 <span class="unit">GFLOP\/s<\/span><\/th><td>2.00 x faster<\/td><td><strong>20.0<\/strong><\/td><td>10.0<\/td><td>50 %<\/td>/,
  );
  assert.doesNotMatch(html, /a step|for readers|Peak/);
});

test("what a library cannot do is a dash that says why, and threads are told", () => {
  const html = render("isolated");
  assert.match(html, /<td><abbr title="no &quot;gradients&quot;">–<\/abbr><\/td>/);
  assert.match(html, /Other, 2 threads/);
});

test("machine and dates are told, escaped", () => {
  assert.match(
    render("conditions"),
    /Measured 2026-01-01 to 2026-01-02 on 2 cores \(A &lt;fast&gt; one\), Linux 6, Chromium 156. Other 2./,
  );
});

test("the memory chart says in words what it shows, and the table has what it leaves out", () => {
  const html = render("memory");
  assert.match(
    html,
    /<svg [^>]*role="img" aria-label="[^"]*Ours takes 20 MB at T 2048; Other takes 200 MB at T 1024\./,
  );
  assert.match(html, /<abbr title="would take about 4.0 GB">/);
  assert.equal(html.match(/<polyline/g)?.length, 2);
});

test("what was not measured says so, and a wrong name is found", () => {
  assert.match(render("start"), /Not measured yet/);
  assert.throws(() => render("nothing"), /there is no such part, expected conditions, plain/);
});

test("other fences stay what they are", () => {
  assert.match(md.render("```python\nx = 1\n```\n"), /language-python/);
});
