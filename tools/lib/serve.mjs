#!/usr/bin/env node
// A plain static file server: right MIME types, what browsers need to keep files, and no special header, as the simplest host a course may
// live on.
// `node serve.mjs FOLDER [PORT]` serves until it is ended; tests import `serveFolder`.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
  ".zip": "application/zip",
};

/** Names that tell their content: the runtime's folder, and what VitePress bundles. */
const hashed = /\/sconce-[0-9a-f]{12}\/|\/assets\/.*\.[\w-]{8}\.(lean\.)?\w+$/;

/** What lets a browser keep a file: for good, or to ask whether it is still the same. */
function keeping(path, { mtime, size }) {
  return {
    "Cache-Control": hashed.test(path) ? "max-age=31536000, immutable" : "no-cache",
    ETag: `"${size.toString(16)}-${Math.floor(mtime.getTime()).toString(16)}"`,
    "Last-Modified": mtime.toUTCString(),
  };
}

/** The file a URL path names, a folder's index.html or a page without its .html included; null when there is none. */
async function locate(folder, path) {
  const wanted = resolve(join(folder, path));
  if (wanted !== folder && !wanted.startsWith(folder + sep)) return null;
  const candidates = path.endsWith("/") ? [join(wanted, "index.html")] : [wanted, `${wanted}.html`];
  for (const candidate of candidates) {
    const found = await stat(candidate).catch(() => null);
    if (found?.isFile()) return { path: candidate, stats: found };
    if (found?.isDirectory()) return { redirect: `${path}/` };
  }
  return null;
}

/**
 * Serves `folder` on 127.0.0.1. Port 0 takes any free one. For measurements: `headers` go with every answer, and `sent` hears of every
 * file that was asked for.
 * @returns {Promise<{url: string, close: () => Promise<void>}>}
 */
export async function serveFolder(folder, { port = 0, headers = {}, sent = (_path) => {} } = {}) {
  const top = resolve(folder);
  const server = createServer(async (request, response) => {
    const plain = (status, text) => response.writeHead(status, { "Content-Type": types[".txt"] }).end(`${text}\n`);
    if (request.method !== "GET" && request.method !== "HEAD") return plain(405, "only GET and HEAD");
    let path;
    try {
      path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    } catch {
      return plain(400, "not a valid address");
    }
    const found = path.includes("\0") ? null : await locate(top, path);
    if (found?.redirect) return response.writeHead(301, { Location: encodeURI(found.redirect) }).end();
    const missing = found ?? (await locate(top, "/404.html"));
    if (!missing) return plain(404, "not found");
    const kept = { ...keeping(missing.path, missing.stats), ...headers };
    if (found && request.headers["if-none-match"] === kept.ETag) return response.writeHead(304, kept).end();
    response.writeHead(found ? 200 : 404, {
      ...kept,
      "Content-Type": types[extname(missing.path)] ?? "application/octet-stream",
      "Content-Length": missing.stats.size,
    });
    if (request.method === "HEAD") return response.end();
    sent(missing.path);
    const stream = createReadStream(missing.path);
    stream.on("error", () => response.destroy());
    stream.pipe(response);
  });
  await new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", done);
  });
  return {
    url: `http://localhost:${server.address().port}/`,
    close: () =>
      new Promise((done) => {
        server.close(done);
        server.closeAllConnections();
      }),
  };
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  try {
    const { url } = await serveFolder(argv[2], { port: Number(argv[3] ?? 0) });
    console.log(`sconce: the lessons are at ${url} (Ctrl+C ends)`);
  } catch (error) {
    const taken = error.code === "EADDRINUSE";
    console.error(`sconce: ${taken ? `port ${argv[3]} is taken: choose another with --port N` : error.message}`);
    process.exitCode = 1;
  }
}
