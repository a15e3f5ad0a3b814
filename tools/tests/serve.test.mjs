import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serveFolder } from "../lib/serve.mjs";

const work = mkdtempSync(join(tmpdir(), "sconce-"));
let server;
/** Their names tell their content. */
const lasting = ["sconce-0123456789ab/worker.js", "assets/app.Byl4OWfj.js", "assets/page.md.CNGmrV1D.lean.js"];

before(async () => {
  mkdirSync(join(work, "site/lesson"), { recursive: true });
  writeFileSync(join(work, "secret.txt"), "secret");
  mkdirSync(join(work, "site/assets"));
  mkdirSync(join(work, "site/sconce-0123456789ab"));
  for (const name of ["index.html", "a.mjs", "a.wasm", "page.html", "404.html", "lesson/index.html", ...lasting]) {
    writeFileSync(join(work, "site", name), `this is ${name}`);
  }
  server = await serveFolder(join(work, "site"));
});
after(async () => {
  await server.close();
  rmSync(work, { recursive: true });
});

/** A raw request: fetch() would tidy a path like /../x before it is sent. */
function get(path, method = "GET", headers = {}) {
  return new Promise((done, failed) => {
    const { port } = new URL(server.url);
    request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => done({ status: response.statusCode, headers: response.headers, body }));
    })
      .on("error", failed)
      .end();
  });
}

const types = [
  ["/", "text/html; charset=utf-8", "this is index.html"],
  ["/a.mjs", "text/javascript; charset=utf-8", "this is a.mjs"],
  ["/a.wasm", "application/wasm", "this is a.wasm"],
  ["/page", "text/html; charset=utf-8", "this is page.html"],
  ["/lesson/?q=1", "text/html; charset=utf-8", "this is lesson/index.html"],
];
for (const [path, type, body] of types) {
  test(`${path} comes as ${type}`, async () => {
    const answer = await get(path);
    assert.deepEqual([answer.status, answer.headers["content-type"], answer.body], [200, type, body]);
  });
}

test("no header beyond what any static host sends", async () => {
  const { headers } = await get("/a.wasm");
  assert.deepEqual(Object.keys(headers).sort(), [
    ...["cache-control", "connection", "content-length", "content-type", "date", "etag", "keep-alive", "last-modified"],
  ]);
});

test("a browser keeps a file for good where its name tells its content, and asks about any other", async () => {
  for (const path of lasting) assert.match((await get(`/${path}`)).headers["cache-control"], /max-age=31536000/, path);
  const { headers } = await get("/");
  assert.equal(headers["cache-control"], "no-cache");
  const again = await get("/", "GET", { "If-None-Match": headers.etag });
  assert.deepEqual([again.status, again.body], [304, ""]);
  assert.equal((await get("/", "GET", { "If-None-Match": '"another"' })).status, 200);
});

test("a folder without its slash is sent on, so that relative links work", async () => {
  const { status, headers } = await get("/lesson");
  assert.deepEqual([status, headers.location], [301, "/lesson/"]);
});

test("what is not there is 404, with the site's own page", async () => {
  const { status, body } = await get("/none");
  assert.deepEqual([status, body], [404, "this is 404.html"]);
});

for (const path of [
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/lesson/../../secret.txt",
  "/%00",
  "/%ff",
]) {
  test(`${path} gives nothing from outside the folder`, async () => {
    const { status, body } = await get(path);
    assert.ok(status === 404 || status === 400, `status ${status}`);
    assert.ok(!body.includes("secret"));
  });
}

test("HEAD sends no body, POST is refused", async () => {
  assert.deepEqual([(await get("/a.wasm", "HEAD")).status, (await get("/a.wasm", "HEAD")).body], [200, ""]);
  assert.equal((await get("/a.wasm", "POST")).status, 405);
});

test("a taken port is an error, not a wait", async () => {
  await assert.rejects(serveFolder(work, { port: Number(new URL(server.url).port) }), { code: "EADDRINUSE" });
});

test("a measurement may add headers, and hears of every file that is sent", async () => {
  const sent = [];
  const other = await serveFolder(join(work, "site"), {
    headers: { "X-Test": "yes" },
    sent: (path) => sent.push(path),
  });
  try {
    const answer = await fetch(`${other.url}a.wasm`);
    await fetch(`${other.url}nowhere`);
    assert.equal(answer.headers.get("x-test"), "yes");
    assert.deepEqual(sent, [join(work, "site/a.wasm"), join(work, "site/404.html")]);
  } finally {
    await other.close();
  }
});
