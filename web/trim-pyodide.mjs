// Pyodide's script without what it does at each start for extension modules, which are not offered here: every page would wait for it.

/** Each is to be found once: what stands there, and what takes its place. */
const trims = [
  // Gives a place in the table of functions to each of the 9000 that Python exports, where only those that it looks up itself need one.
  [
    "updateGOT(origExports);",
    "updateGOT(Object.fromEntries(Object.keys(GOT).filter(name=>name in origExports).map(name=>[name,origExports[name]])));",
  ],
  // Compiles a module for each JavaScript function in that table, where one for each signature will do.
  ["var convertJsFunctionToWasm=", "var jsFunctionModules={};var convertJsFunctionToWasm="],
  ["var module=new WebAssembly.Module(bytes);", "var module=jsFunctionModules[sig]??=new WebAssembly.Module(bytes);"],
];

/** @throws Error when the script is not that of the Pyodide this was written for. */
export function trimPyodide(script) {
  return trims.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length !== 2)
      throw new Error(`build: Pyodide's script has ${parts.length - 1} times "${from}", expected 1`);
    return parts.join(to);
  }, script);
}
