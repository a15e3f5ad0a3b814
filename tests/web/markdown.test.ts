import assert from "node:assert/strict";
import { test } from "node:test";
import { createMarkdownRenderer } from "vitepress";
import { cells, highlightPython } from "../../web/site/markdown/cells.ts";
import { containers } from "../../web/site/markdown/containers.ts";

const md = await createMarkdownRenderer(".", {
  config: (renderer) => {
    cells(renderer);
    containers(renderer);
  },
});

test("a cell and the output after it become one element, escaped, with Vue kept out", () => {
  const html = md.render("```python {.cell #dice}\nprint(1 < 2)\n```\n\n```output\nTrue & {{ so }}\n```\n");
  assert.equal(
    html,
    '<sconce-cell cell-id="dice" id="cell-dice" v-pre><pre slot="code" class="sconce-code"><code>' +
      '<span class="tok-variableName">print</span><span class="tok-punctuation">(</span><span class="tok-number">1</span>' +
      ' <span class="tok-operator">&lt;</span> <span class="tok-number">2</span><span class="tok-punctuation">)</span>' +
      '</code></pre><pre slot="output" class="sconce-output">True &amp; {{ so }}</pre></sconce-cell>\n',
  );
});

test("a cell without output, and a plain fence, stay what they are", () => {
  assert.doesNotMatch(md.render("```python {.cell #quiet}\nx = 1\n```\n"), /slot="output"/);
  const plain = md.render("```python\nx = 1\n```\n\n```output\n1\n```\n");
  assert.doesNotMatch(plain, /sconce-cell/);
  assert.match(plain, /language-python/);
});

test("only the output right after a cell belongs to it", () => {
  const html = md.render("```python {.cell #a}\n1\n```\n\ntext\n\n```output\n1\n```\n");
  assert.doesNotMatch(html, /slot="output"/);
});

test("cells inside containers are cells", () => {
  const html = md.render("::: solution\n```python {.cell #s}\n1\n```\n\n```output\n1\n```\n:::\n");
  assert.match(html, /<details class="sconce-block solution">.*<sconce-cell cell-id="s".*slot="output".*<\/details>/s);
});

test("a cell needs an id of its own", () => {
  assert.throws(() => md.render("text\n\n```python {.cell}\n1\n```\n"), /line 3: a cell needs one id/);
  assert.throws(() => md.render("```python {.cell #Big}\n1\n```\n"), /line 1: a cell needs one id/);
  const twice = "```python {.cell #a}\n1\n```\n\n```python {.cell #a}\n2\n```\n";
  assert.throws(() => md.render(twice), /line 5: the cell id "a" is taken/);
});

test("colouring keeps every character, tabs and triple quotes included", () => {
  const source = 'def f(x):\n\t"""Doc <b>\n\n    & more"""\n    return f"{x!r}"  # é\n';
  const text = highlightPython(source)
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  assert.equal(text, source);
});

test("containers have their titles, and answers are folded", () => {
  assert.match(
    md.render("::: exercise 1. *Guess*\nText\n:::\n"),
    /<section class="sconce-block exercise">.*<em>Guess<\/em>/s,
  );
  assert.match(md.render("::: quiz\nText\n:::\n"), /<p class="title">Quiz<\/p>/);
  for (const [name, label] of [
    ["hint", "Hint"],
    ["solution", "Solution"],
    ["answer", "Answer"],
  ]) {
    const html = md.render(`::: ${name}\nText\n:::\n`);
    assert.match(html, new RegExp(`<details class="sconce-block ${name}"><summary>${label}</summary>`));
  }
  assert.match(md.render("::: solution Discussion\nText\n:::\n"), /<summary>Discussion<\/summary>/);
});
