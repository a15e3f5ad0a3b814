#!/usr/bin/env node
// Packs the golden OpInfo files for opinfo.mjs: node tests/conformance/pack.mjs GOLDEN/opinfo
//
// A pack is the gzip of: the length of the JSON (u32, little-endian), the JSON, zeros up to a multiple of 8, and all tensors' elements.
// The JSON is a list of entries as the golden files have them, the tensors' offsets counted in the pack.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [golden] = argv.slice(2);
const target = fileURLToPath(new URL("../data/opinfo", import.meta.url));

/** Adds `base` to the offset of every tensor in `value`. */
function rebase(value, base) {
  if (value === null || typeof value !== "object") return;
  if (Array.isArray(value.t)) value.t[2] += base;
  else for (const part of Object.values(value)) rebase(part, base);
}

const toEight = (bytes) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 7)]);

function pack(name, sources) {
  const entries = [];
  const blobs = [];
  let base = 0;
  for (const { json, bin } of sources) {
    rebase(json, base);
    entries.push(...(Array.isArray(json) ? json : [json]));
    blobs.push(toEight(bin));
    base += blobs.at(-1).length;
  }
  const text = Buffer.from(JSON.stringify(entries));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const whole = Buffer.concat([toEight(Buffer.concat([length, text])), ...blobs]);
  writeFileSync(join(target, `${name}.pack.gz`), gzipSync(whole, { level: 9 }));
  console.log(`${name}: ${entries.length} entries`);
}

const read = (path) => ({ json: JSON.parse(readFileSync(`${path}.json`)), bin: readFileSync(`${path}.bin`) });

for (const dtype of ["float32", "int64", "bool"]) {
  const names = readdirSync(join(golden, dtype)).filter((name) => name.endsWith(".json"));
  pack(
    dtype,
    names.sort().map((name) => read(join(golden, dtype, name.slice(0, -5)))),
  );
}
pack("errors", [read(join(golden, "errors"))]);
