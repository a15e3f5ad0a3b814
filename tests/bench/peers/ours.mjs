// Ours as a reader has it: a worker, Python in it, and cells that use torch. Times are taken in Python, so a message to the worker costs nothing.
import { RuntimeClient } from "../../../web/runtime/client.ts";
import callsProgram from "../calls.py";
import { gptParameters, mlpParameters } from "../workloads.mjs";
import program from "./ours.py";

const parametersOf = { trainMlp: mlpParameters, trainGpt: gptParameters };

/** Starts Python with a program in it. `ask` gives the value of an expression. */
async function start(flavour, program) {
  const client = new RuntimeClient(new URL(`ours-${flavour}.js`, import.meta.url));

  /** Runs a cell and gives what it printed. */
  async function run(source) {
    let printed = "";
    const outcome = await client.run(source, {
      started() {},
      output: (stream, text) => {
        if (stream === "stdout") printed += text;
      },
      cut: (limit) => {
        throw new Error(`the cell printed more than ${limit} characters`);
      },
    });
    if (outcome.status !== "ok") throw new Error(outcome.error?.text ?? outcome.message);
    return printed;
  }
  const ask = async (expression) => JSON.parse(await run(`print(json.dumps(${expression}))`));

  await run(`import json\n${program}`);
  return { run, ask };
}

export async function open({ flavour }) {
  const { run, ask } = await start(flavour, program);
  return {
    version: await ask("torch.__version__"),
    threads: 1,
    async prepare({ op, options = {}, inputs }) {
      const given = { op, options, inputs, parameters: parametersOf[op]?.(options) ?? {} };
      return {
        check: await ask(`prepare(**json.loads(${JSON.stringify(JSON.stringify(given))}))`),
        time: (repeats) => ask(`timed(${repeats})`),
        free: () => run("release()"),
      };
    },
  };
}

/** What small calls cost; `calls.mjs` asks for it. */
export async function timeCalls(rounds) {
  const { ask } = await start("relaxed", callsProgram);
  return ask(`figures(${rounds})`);
}
