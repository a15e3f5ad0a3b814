// Knows all of a page's or a worker's WebAssembly memories from the first on. They never shrink, so their size is their peak.
{
  const memories = new Set();
  const { Memory } = WebAssembly;
  WebAssembly.Memory = new Proxy(Memory, {
    construct(target, given) {
      const memory = new target(...given);
      memories.add(memory);
      return memory;
    },
  });
  const note = (result) => {
    for (const value of Object.values((result.instance ?? result).exports)) {
      if (value instanceof Memory) memories.add(value);
    }
    return result;
  };
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const result = await original.apply(WebAssembly, given);
      return result instanceof WebAssembly.Module ? result : note(result);
    };
  }
  const bytes = () => [...memories].reduce((sum, memory) => sum + memory.buffer.byteLength, 0);

  // A worker answers its page; a page asks its workers, should there be any, and adds its own.
  const channel = new BroadcastChannel("wasm-bytes");
  const inWorker = typeof document === "undefined";
  if (inWorker) {
    channel.onmessage = ({ data }) => {
      if (data === "ask") channel.postMessage(bytes());
    };
  } else {
    globalThis.wasmBytes = async (workers) => {
      let sum = bytes();
      if (!workers) return sum;
      const answer = new Promise((resolve) => {
        channel.onmessage = ({ data }) => resolve(data);
      });
      channel.postMessage("ask");
      sum += await answer;
      return sum;
    };
  }
}
