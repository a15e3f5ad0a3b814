/**
 * A lesson as its checker sees it: cells with their embedded outputs, and what is left for people to read.
 * Works on lines, because `--write` must put outputs back without touching anything else.
 */

import { parseCellInfo } from "../../web/site/markdown/cell-info.mjs";

const fenceOpening = /^( {0,3})(`{3,}|~{3,})\s*(.*?)\s*$/;

/** All fences as { open, close, info, body }; `open` and `close` are line indices, `close` is null at an unclosed fence. */
function findFences(lines, from) {
  const fences = [];
  for (let at = from; at < lines.length; at += 1) {
    const opening = fenceOpening.exec(lines[at]);
    if (opening === null || (opening[2][0] === "`" && opening[3].includes("`"))) continue;
    const mark = opening[2];
    let close = at + 1;
    while (close < lines.length) {
      const closing = lines[close].trim();
      if (closing.length >= mark.length && closing === mark[0].repeat(closing.length)) break;
      close += 1;
    }
    const body = lines.slice(at + 1, close).map((line) => `${line}\n`);
    fences.push({ open: at, close: close < lines.length ? close : null, info: opening[3], body: body.join("") });
    at = close;
  }
  return fences;
}

function frontMatterEnd(lines) {
  if (lines[0] !== "---") return 0;
  const end = lines.indexOf("---", 1);
  return end < 0 ? 0 : end + 1;
}

/** Replaces everything but line ends by nothing, so that line numbers stay true. */
const keepLines = (text) => text.replace(/[^\n]/g, "");

/** A heading's anchor as VitePress makes it: ASCII punctuation and spaces become hyphens, and no digit comes first. */
export function slug(heading) {
  return heading
    .replace(/[`*]/g, "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\s\p{P}$+<=>^`|~]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .replace(/^\d/, "_$&")
    .toLowerCase();
}

/**
 * Reads Markdown `text`.
 *
 * Returns `cells` ({ id, raises, source, line, open, close, output: { open, close, text } | null }), `prose` (the text with
 * cells, outputs, other code fences, tags and link targets blanked; same lines as the source), `links` ({ line, target }),
 * `anchors` (a set), `known` (the numbers listed in comments `<!-- known numbers: 2.718 -->`) and `problems` ({ line, text })
 * for what cannot be a lesson. Lines count from 1.
 */
export function readLesson(text) {
  const lines = text.split("\n");
  const start = frontMatterEnd(lines);
  const problems = [];
  const cells = [];
  const anchors = new Set();
  const hidden = new Set(Array.from({ length: start }, (_, at) => at));

  let previous = null;
  for (const fence of findFences(lines, start)) {
    const line = fence.open + 1;
    const close = fence.close ?? lines.length - 1;
    for (let at = fence.open; at <= close; at += 1) hidden.add(at);
    if (fence.close === null) problems.push({ line, text: "this code fence is never closed" });
    const info = parseCellInfo(fence.info);
    if (info !== null) {
      if (info.id === null)
        problems.push({ line, text: "a cell needs one id of small letters, digits and hyphens, as in {.cell #dice}" });
      else if (anchors.has(info.id)) problems.push({ line, text: `there are two cells called #${info.id}` });
      anchors.add(info.id);
      cells.push({ ...info, source: fence.body, line, open: fence.open, close, output: null });
      previous = cells.at(-1);
    } else if (fence.info === "output") {
      const gap = previous === null ? null : lines.slice(previous.close + 1, fence.open);
      if (gap === null || gap.some((between) => between.trim() !== "")) {
        problems.push({ line, text: "an output fence must follow its cell" });
      } else {
        previous.output = { open: fence.open, close, text: fence.body };
      }
      previous = null;
    } else {
      previous = null;
    }
  }

  const known = [];
  const links = [];
  let prose = lines.map((line, at) => (hidden.has(at) ? "" : line)).join("\n");
  const lineAt = (offset) => prose.slice(0, offset).split("\n").length;
  for (const [, heading, own] of prose.matchAll(/^#{1,6}\s+(.*?)(?:\s*\{#([\w-]+)\})?$/gm))
    anchors.add(own ?? slug(heading));
  for (const [, id] of prose.matchAll(/<[^>]*\sid="([^"]+)"/g)) anchors.add(id);
  for (const { 1: target, index } of prose.matchAll(/<[^>]*\s(?:href|src)="([^"]+)"/g)) {
    links.push({ line: lineAt(index), target });
  }
  prose = prose.replace(/<!--([\s\S]*?)-->/g, (comment, inside) => {
    const list = /^\s*known numbers:(.*)$/s.exec(inside);
    if (list !== null) known.push(list[1]);
    return keepLines(comment);
  });
  for (const { 1: bang, 2: label, 3: target, index } of prose.matchAll(/(!?)\[([^\]]*)\]\(\s*<?([^)\s>]+)[^)]*\)/g)) {
    links.push({ line: lineAt(index), target });
    if (bang && label.trim() === "")
      problems.push({ line: lineAt(index), text: `the picture ${target} has no text alternative` });
  }
  for (const { 0: svg, index } of prose.matchAll(/<svg\b[\s\S]*?<\/svg>/g)) {
    if (!/<title\b/.test(svg))
      problems.push({ line: lineAt(index), text: "this drawing has no <title> for those who cannot see it" });
  }
  prose = prose
    .replace(/\]\(\s*[^)]*\)/g, (target) => `]${keepLines(target)}`)
    .replace(/<\/?[a-zA-Z][^>]*>/g, (tag) => ` ${keepLines(tag)}`);
  return { cells, prose, links, anchors, known: known.join(" "), problems };
}

/** The text with each cell's output fence made to hold `outputs[i]`; a cell that printed nothing has no fence. */
export function writeOutputs(text, cells, outputs) {
  const lines = text.split("\n");
  for (let i = cells.length - 1; i >= 0; i -= 1) {
    const { close, output } = cells[i];
    const ticks = outputs[i].match(/^`{3,}/gm) ?? [];
    const mark = "`".repeat(Math.max(3, ...ticks.map((tick) => tick.length + 1)));
    const fence = outputs[i] === "" ? [] : ["", `${mark}output`, ...outputs[i].replace(/\n$/, "").split("\n"), mark];
    lines.splice(close + 1, (output?.close ?? close) - close, ...fence);
  }
  return lines.join("\n");
}
