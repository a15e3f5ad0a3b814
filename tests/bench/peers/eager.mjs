import { numbers, sampled, sizeOf } from "../workloads.mjs";

const settled = async (value) => (value instanceof Promise ? await value : value);

/** How many training steps are compared before the timing. */
const comparedSteps = 3;

/**
 * A contender from a library of tensors:
 *   tensor(data, shape), read(tensor), free(tensor), finish(tensor)   make, take the numbers out, drop, wait until it is computed
 *   ops[op](...inputs, options)    one run: a tensor or an array of them, or a promise of that
 *   training[op](options)          { step() }: trains one step and gives the loss as a tensor, or a promise of it
 *   cannot[op]                     why the library has none
 *
 * What it makes of a workload: `check`, numbers to compare with the others'; `time(repeats)`, milliseconds; `free()`.
 */
export function eager({ tensor, read, free, finish, ops, training, cannot = {} }) {
  const list = (result) => (Array.isArray(result) ? result : [result]);

  async function repeated(run, repeats) {
    const start = performance.now();
    for (let i = 0; i < repeats; i++) {
      let result = run();
      if (result instanceof Promise) result = await result;
      for (const one of list(result)) {
        const done = finish(one);
        if (done instanceof Promise) await done;
        free(one);
      }
    }
    return performance.now() - start;
  }

  async function train(make, options) {
    const { step, free: freeModel } = await make(options);
    const check = [];
    for (let i = 0; i < comparedSteps; i++) {
      const loss = await settled(step());
      check.push(...(await read(loss)));
      free(loss);
    }
    return { check, time: (repeats) => repeated(step, repeats), free: freeModel };
  }

  async function compute(call, inputs, options) {
    const operands = [];
    for (const { shape, seed } of inputs) operands.push(await tensor(numbers(sizeOf(shape), seed), shape));
    const run = () => call(...operands, options);
    const check = [];
    for (const one of list(await settled(run()))) {
      check.push(...sampled(await read(one)));
      free(one);
    }
    return { check, time: (repeats) => repeated(run, repeats), free: () => operands.forEach(free) };
  }

  return async function prepare({ op, options = {}, inputs }) {
    if (cannot[op]) return { cannot: cannot[op] };
    return op in training ? train(training[op], options) : compute(ops[op], inputs, options);
  };
}
