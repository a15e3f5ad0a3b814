#!/usr/bin/env node
// Fails when an include or an import points the wrong way. The order of the rooms is the design's; the rules below say it.
// `node layers.mjs [FOLDER]`; tests import `findWrongImports`.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What each room of the engine may include from the others. */
const engineRooms = {
  core: ["core"],
  kernels: ["core", "kernels"],
  random: ["core", "random"],
  autograd: ["core", "kernels", "ops", "autograd"],
  ops: ["core", "kernels", "random", "autograd", "ops"],
  bindings: ["core", "kernels", "random", "autograd", "ops", "bindings"],
};

/** Headers from outside that only some folders may include. No folder may include what names Python or the DOM. */
const foreignHeaders = [
  { header: /^emscripten/, name: "Emscripten", folders: ["engine/bindings/"] },
  { header: /^wasm_simd128\.h$/, name: "WebAssembly SIMD", folders: ["engine/kernels/simd/"] },
  { header: /^(xtensor|xtl)\//, name: "xtensor", folders: ["engine/core/", "engine/kernels/scalar/"] },
  { header: /^(Python\.h|pybind11|nanobind|numpy)/, name: "Python", folders: [] },
];

/** What each room of web/ may import from the others; `types` may be imported by `import type` only. */
const webRooms = {
  runtime: { code: ["runtime"], types: ["output"] },
  output: { code: ["output"], types: ["runtime"] },
  elements: { code: ["elements", "output", "runtime"], types: [] },
  site: { code: ["site", "elements", "output"], types: ["runtime"] },
};
const domRooms = ["elements", "output", "site"];
const domNames = /(?<![\w$.])(document|window|HTMLElement|customElements)(?![\w$])/;

const pythonFaces = ["sconce_face", "numpy", "torch"];
const javascriptModules = ["js", "pyodide", "pyodide_js", "_pyodide", "_sconce_call"];
const pythonBridge = "web/python/sconce_face/bridge.py";

const stringOrComment = /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

/** The text with comments, and strings too if asked, blanked out; line numbers stay. */
function codeOnly(text, { blankStrings = false } = {}) {
  return text.replace(stringOrComment, (match, string) =>
    string !== undefined && !blankStrings ? match : match.replace(/[^\n]/g, " "),
  );
}

function* matches(text, pattern) {
  for (const match of text.matchAll(pattern)) {
    yield { line: text.slice(0, match.index).split("\n").length, groups: match.groups };
  }
}

function* checkEngine(path, text) {
  const room = path.split("/")[1];
  const include = /^[ \t]*#[ \t]*include[ \t]*(?:<(?<system>[^>\n]+)>|"(?<own>[^"\n]+)")/gm;
  for (const { line, groups } of matches(codeOnly(text), include)) {
    if (groups.own !== undefined) {
      const [top, target] = groups.own.split("/");
      if (top !== "engine" || !(target in engineRooms)) {
        yield {
          line,
          what: `includes "${groups.own}", expected a path from the top of the repository, "engine/ROOM/..."`,
        };
      } else if (!engineRooms[room]?.includes(target)) {
        yield { line, what: `engine/${room} may not include engine/${target}` };
      }
      continue;
    }
    for (const { header, name, folders } of foreignHeaders) {
      if (header.test(groups.system) && !folders.some((folder) => path.startsWith(folder))) {
        const where = folders.length > 0 ? `only ${folders.join(" and ")} may` : "no part of the engine may";
        yield { line, what: `includes <${groups.system}>: ${where} know ${name}` };
      }
    }
  }
}

function* checkWeb(path, text) {
  const room = path.split("/")[1];
  const rules = webRooms[room];
  if (!rules) return;
  const imports =
    /(?:^|[\s;}])(?:import|export)(?<type>\s+type\b)?(?:[\s\w*{},$]+?from)?\s*\(?\s*(?<quote>["'`])(?<target>\.[^"'`]*)\k<quote>/g;
  for (const { line, groups } of matches(codeOnly(text), imports)) {
    const target = normalize(join(dirname(path), groups.target)).replaceAll("\\", "/");
    const [top, targetRoom] = target.split("/");
    if (top !== "web" || !(targetRoom in webRooms)) {
      if (top !== "web" || targetRoom === undefined) yield { line, what: `imports ${target}, which is outside web/` };
    } else if (!rules.code.includes(targetRoom) && !(groups.type && rules.types.includes(targetRoom))) {
      yield { line, what: `web/${room} may not import web/${targetRoom}` };
    }
  }
  if (!domRooms.includes(room)) {
    for (const { line, groups } of matches(
      codeOnly(text, { blankStrings: true }),
      new RegExp(`(?<name>${domNames.source})`, "g"),
    )) {
      yield { line, what: `names ${groups.name}: only web/${domRooms.join(", web/")} touch the DOM` };
    }
  }
}

function* checkPython(path, text) {
  const face = path.split("/")[2];
  const imports = /^[ \t]*(?:import[ \t]+(?<names>[^#\n]+)|from[ \t]+(?<from>[\w.]+)[ \t]+import)/gm;
  for (const { line, groups } of matches(text, imports)) {
    const names = groups.from ? [groups.from] : groups.names.split(",");
    for (const module of names.map((name) => name.trim().split(/[\s.]/)[0])) {
      if (javascriptModules.includes(module) && path !== pythonBridge) {
        yield { line, what: `imports ${module}: only ${pythonBridge} knows that JavaScript exists` };
      }
      if (face === "sconce_face" && module !== face && pythonFaces.includes(module)) {
        yield { line, what: `sconce_face may not import ${module}, which is built on it` };
      }
    }
  }
}

/**
 * @param {Iterable<[string, string]>} files path from the top of the repository, with "/", and text
 * @returns {string[]} one line for each wrong include or import
 */
export function findWrongImports(files) {
  const found = [];
  for (const [path, text] of files) {
    let problems = [];
    if (/^engine\/.*\.(cpp|hpp|h|inc)$/.test(path)) problems = checkEngine(path, text);
    else if (/^web\/.*\.(ts|js|mjs|vue)$/.test(path)) problems = checkWeb(path, text);
    else if (/^web\/python\/.*\.py$/.test(path)) problems = checkPython(path, text);
    for (const { line, what } of problems) found.push(`${path}:${line}: ${what}`);
  }
  return found;
}

function* readSources(top) {
  for (const folder of ["engine", "web"]) {
    for (const entry of readdirSync(join(top, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(cpp|hpp|h|inc|ts|js|mjs|vue|py)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      yield [relative(top, path).replaceAll("\\", "/"), readFileSync(path, "utf8")];
    }
  }
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  const sources = [...readSources(argv[2] ?? fileURLToPath(new URL("../..", import.meta.url)))];
  const found = findWrongImports(sources);
  for (const problem of found) console.error(problem);
  console.log(`layers: ${sources.length} files, ${found.length} wrong includes or imports`);
  exit(found.length > 0 || sources.length === 0 ? 1 : 0);
}
