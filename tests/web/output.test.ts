import assert from "node:assert/strict";
import { test } from "node:test";
import { settleLine } from "../../web/output/area.ts";
import type { StreamName } from "../../web/runtime/boot.ts";
import { pickFlavour } from "../../web/runtime/flavour.ts";
import { Interrupt } from "../../web/runtime/interrupt.ts";
import { OutputGate } from "../../web/runtime/output-gate.ts";

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

test("a carriage return overwrites its line as a terminal does", () => {
  assert.equal(settleLine("10%\r20%"), "20%");
  assert.equal(settleLine("longer\rab"), "abnger");
  assert.equal(settleLine("50%\r"), "50%\r", "what will overwrite has not come yet");
  assert.equal(settleLine("50%\r\r51%"), "51%");
});

function recorder() {
  const posted: [StreamName | "cut", string | number][] = [];
  return {
    posted,
    sink: {
      text: (stream: StreamName, text: string) => posted.push([stream, text]),
      cut: (limit: number) => posted.push(["cut", limit]),
    },
  };
}

test("the gate passes a burst as it comes, gathers what goes on, and keeps the order of streams", async () => {
  const { posted, sink } = recorder();
  const gate = new OutputGate(sink, 10_000);
  for (let i = 0; i < 60; i += 1) gate.write("stdout", "a");
  const burst = posted.length;
  assert.ok(burst >= 50 && burst < 60, `${burst} posts at once`);
  gate.write("stderr", "c");
  gate.write("stdout", "d");
  assert.equal(posted.length, burst);
  gate.flush();
  assert.deepEqual(posted.slice(burst), [
    ["stdout", "a".repeat(60 - burst)],
    ["stderr", "c"],
    ["stdout", "d"],
  ]);
  await wait(70);
  gate.write("stdout", "e");
  assert.deepEqual(posted.at(-1), ["stdout", "e"], "rest earns credit");
});

test("the gate cuts a flood at its limit, once", () => {
  const { posted, sink } = recorder();
  const gate = new OutputGate(sink, 10);
  for (let i = 0; i < 5; i += 1) gate.write("stdout", "1234");
  gate.flush();
  const text = posted.filter(([kind]) => kind === "stdout").map(([, part]) => part);
  assert.equal(text.join(""), "1234123412");
  assert.deepEqual(
    posted.filter(([kind]) => kind === "cut"),
    [["cut", 10]],
  );
});

async function stopped(): Promise<{ interrupt: Interrupt; ticks(): number }> {
  let ticks = 0;
  const interrupt = new Interrupt(() => {
    ticks += 1;
  });
  const flag = new SharedArrayBuffer(4);
  assert.equal(interrupt[0], 0, "not armed");
  interrupt.arm({ kind: "shared", flag });
  Atomics.store(new Int32Array(flag), 0, 1);
  assert.equal(interrupt[0], 0, "too soon to look");
  assert.equal(ticks, 0);
  await wait(110);
  return { interrupt, ticks: () => ticks };
}

test("the interrupt looks at most every 100 ms and tells Python until it has seen it, once", async () => {
  const { interrupt, ticks } = await stopped();
  assert.equal(interrupt[0], 2);
  assert.equal(interrupt[0], 2, "whoever merely looks takes nothing away");
  assert.equal(ticks(), 1);
  interrupt[0] = 0;
  await wait(110);
  assert.equal(interrupt[0], 0, "one stop is one KeyboardInterrupt");
  interrupt.arm({ kind: "shared", flag: new SharedArrayBuffer(4) });
  await wait(110);
  assert.equal(interrupt[0], 0, "a new run begins without the old stop");
  interrupt.disarm();
});

test("a stop that the engine was told is not told to Python again", async () => {
  const { interrupt } = await stopped();
  assert.equal(interrupt.poll(), true);
  assert.equal(interrupt.poll(), false);
  assert.equal(interrupt[0], 0);
});

test("a browser with Wasm SIMD gets an engine, one without is told so", () => {
  assert.match(pickFlavour(), /^wasm(-relaxed)?$/);
  const { validate } = WebAssembly;
  try {
    WebAssembly.validate = () => false;
    assert.throws(pickFlavour, /lacks WebAssembly SIMD/);
  } finally {
    WebAssembly.validate = validate;
  }
});
