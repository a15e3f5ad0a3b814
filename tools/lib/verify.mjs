/**
 * Checks lessons: runs each cell in the engine that readers get, and holds the page against what it prints.
 *
 *   verify [--write] [FILE-OR-FOLDER ...]      (lessons/ when none is named)
 */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { argv, cwd, stderr, stdout } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { unbackedNumbers } from "./claims.mjs";
import { readLesson, writeOutputs } from "./lesson.mjs";

const repo = fileURLToPath(new URL("../../", import.meta.url));

/** What a page shows under a cell, from what a run of it gave ({ stdout, stderr, result, error }). */
export function shownOutput({ stdout: printed, stderr: warned, result, error }) {
  let text = printed + warned;
  if (result !== null) text += `${result}\n`;
  if (error !== null) text += error.text.endsWith("\n") ? error.text : `${error.text}\n`;
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function firstDifference(expected, got) {
  const [was, is] = [expected.split("\n"), got.split("\n")];
  const at = was.findIndex((line, i) => line !== is[i]);
  const i = at < 0 ? was.length - 1 : at;
  const show = (lines) => (i >= lines.length ? "nothing more" : JSON.stringify(lines[i]));
  return `line ${i + 1} of the page's output is ${show(was)}, the cell prints ${show(is)}`;
}

/** The file that `target` in the lesson `file` names, or null where it names none; `root` is what "/" means. */
function linkedFile(target, file, root) {
  const path = decodeURI(target.split(/[?#]/)[0]);
  if (path === "") return file;
  const base = path.startsWith("/") ? join(root, path) : resolve(dirname(file), path);
  const candidates = [base, `${base}.md`, base.replace(/\.html$/, ".md"), join(base, "index.md")];
  return candidates.find((one) => existsSync(one) && statSync(one).isFile()) ?? null;
}

function checkLinks(lesson, file, root) {
  const problems = [];
  const anchorsOf = (linked) => (linked === file ? lesson : readLesson(readFileSync(linked, "utf8"))).anchors;
  for (const { line, target } of lesson.links) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
    const linked = linkedFile(target, file, root);
    const anchor = target.split("#")[1];
    if (linked === null) {
      problems.push({ line, text: `the link ${target} leads nowhere` });
    } else if (anchor && !anchorsOf(linked).has(decodeURI(anchor))) {
      problems.push({ line, text: `the link ${target} names a place that its page does not have` });
    }
  }
  return problems;
}

/**
 * Checks one lesson's `text`. `runCells(sources)` runs its cells in one fresh Python and resolves to their runs.
 *
 * Resolves to `problems` ({ line, text }, in page order) and `written`, the text with the outputs that the cells gave. With
 * `write`, outputs that differ are no problem.
 */
export async function checkLesson({ text, file, root, runCells, write = false }) {
  const lesson = readLesson(text);
  const problems = [...lesson.problems, ...checkLinks(lesson, file, root)];
  const runs = lesson.cells.length > 0 ? await runCells(lesson.cells.map(({ source }) => source)) : [];
  const outputs = lesson.cells.map((cell, i) => {
    const { error } = runs[i];
    const embedded = cell.output?.text ?? "";
    const problem = (what) => problems.push({ line: cell.line, text: `cell #${cell.id} ${what}` });
    // A cell that is broken today keeps its output, so that one failure does not bring down every sentence that quotes it.
    if ((error !== null) !== cell.raises) {
      problem(cell.raises ? "is marked .raises and raises nothing" : `fails:\n${error.text.trimEnd()}`);
      return embedded;
    }
    const shown = shownOutput(runs[i]);
    if (!write && embedded !== shown) problem(`has another output: ${firstDifference(embedded, shown)}`);
    return shown;
  });
  const sources = lesson.cells.map(({ source }) => source);
  for (const { line, text: quoted } of unbackedNumbers(lesson.prose, outputs, sources, lesson.known)) {
    problems.push({
      line,
      text: `${quoted} is printed by no cell of this lesson (a number that is true without one goes into <!-- known numbers: ${quoted} -->)`,
    });
  }
  problems.sort((a, b) => a.line - b.line);
  return { problems, written: writeOutputs(text, lesson.cells, outputs) };
}

function lessonFiles(paths) {
  return paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true })
          .filter((name) => name.endsWith(".md") && !name.endsWith("README.md"))
          .sort()
          .map((name) => join(path, name))
      : [path],
  );
}

async function main(args) {
  const write = args.includes("--write");
  const unknown = args.find((arg) => arg.startsWith("-") && arg !== "--write");
  if (unknown !== undefined) {
    stderr.write(`verify: unknown option ${unknown}\nusage: verify [--write] [FILE-OR-FOLDER ...]\n`);
    return 2;
  }
  const named = args.filter((arg) => !arg.startsWith("-")).map((path) => resolve(path));
  const missing = named.find((path) => !existsSync(path));
  if (missing !== undefined) {
    stderr.write(`verify: there is no ${missing}\n`);
    return 2;
  }
  const root = join(repo, "lessons");
  const { runCells } = await import(pathToFileURL(join(repo, "build/node/run.mjs")).href);
  let found = 0;
  for (const file of lessonFiles(named.length > 0 ? named : [root])) {
    const name = relative(cwd(), file);
    const text = readFileSync(file, "utf8");
    const began = performance.now();
    const { problems, written } = await checkLesson({ text, file, root, runCells, write });
    for (const { line, text: what } of problems) stdout.write(`${name}:${line}: ${what}\n`);
    found += problems.length;
    const changed = write && written !== text;
    if (changed) writeFileSync(file, written);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const verdict = problems.length > 0 ? `${problems.length} to put right` : "true";
    stdout.write(`${name}: ${verdict}${changed ? ", outputs written" : ""} (${seconds} s)\n`);
  }
  return found > 0 ? 1 : 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(argv.slice(2));
