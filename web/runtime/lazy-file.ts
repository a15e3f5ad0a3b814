import type { PyodideAPI } from "pyodide";

/** What a file of Emscripten's file system in memory is made of, as far as it concerns us. */
interface MemoryNode {
  contents: Uint8Array;
  usedBytes: number;
}

interface FileSystem {
  writeFile(path: string, bytes: Uint8Array): void;
  lookupPath(path: string): { node: MemoryNode };
  ErrnoError: new (errno: number) => Error;
}

/** "I/O error", in the numbers of Emscripten's C library. */
const EIO = 29;

/**
 * Puts a file of `bytes` bytes at `path` whose content is fetched when it is first read. A read cannot wait for a promise, so `fetchNow` has to
 * answer at once, as a synchronous request does. Where it throws, Python gets an OSError, and the next read tries again.
 */
export function putLazyFile(pyodide: PyodideAPI, path: string, bytes: number, fetchNow: () => Uint8Array): void {
  const files = pyodide.FS as unknown as FileSystem;
  files.writeFile(path, new Uint8Array(0));
  const { node } = files.lookupPath(path);
  node.usedBytes = bytes;
  Object.defineProperty(node, "contents", {
    configurable: true,
    get() {
      let contents: Uint8Array;
      try {
        contents = fetchNow();
      } catch (error) {
        console.warn((error as Error).message);
        throw new files.ErrnoError(EIO);
      }
      Object.defineProperty(node, "contents", { value: contents, writable: true, configurable: true });
      return contents;
    },
  });
}
