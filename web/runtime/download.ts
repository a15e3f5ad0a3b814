/** A file of the runtime: its place beside the worker, and its size unpacked. */
export interface Asset {
  path: string;
  bytes: number;
}

const wasmType = "application/wasm";

/**
 * Fetches the runtime's files and counts their bytes as they arrive. `Content-Length` counts packed bytes while a
 * stream gives unpacked ones, so the total comes from the build.
 */
export class Downloads {
  readonly #base: URL;
  readonly #report: (loaded: number, total: number) => void;
  /** What was begun ahead of its use: responses and modules by path. */
  readonly #begun = new Map<string, Promise<unknown>>();
  #loaded = 0;
  #total = 0;

  constructor(base: URL, report: (loaded: number, total: number) => void) {
    this.#base = base;
    this.#report = report;
  }

  url(asset: Asset): string {
    return new URL(asset.path, this.#base).href;
  }

  /** Fetches files that will soon be asked for. */
  begin(...assets: Asset[]): void {
    for (const asset of assets) {
      if (this.#begun.has(asset.path)) continue;
      const begun = asset.path.endsWith("js") ? this.#module(asset) : this.#fetch(asset);
      // Whoever asks for it hears of a failure.
      begun.catch(() => {});
      this.#begun.set(asset.path, begun);
    }
  }

  #take(asset: Asset): Promise<unknown> {
    this.begin(asset);
    const begun = this.#begun.get(asset.path) as Promise<unknown>;
    this.#begun.delete(asset.path);
    return begun;
  }

  /** The file as a response that counts itself while it is read. */
  fetch(asset: Asset): Promise<Response> {
    return this.#take(asset) as Promise<Response>;
  }

  /** The file as a module. */
  module<T>(asset: Asset): Promise<T> {
    return this.#take(asset) as Promise<T>;
  }

  async #fetch(asset: Asset): Promise<Response> {
    this.#total += asset.bytes;
    const response = await fetch(this.url(asset)).catch((error: Error) => {
      throw new DownloadError(asset, error.message);
    });
    if (!response.ok || response.body === null) throw new DownloadError(asset, `status ${response.status}`);
    if (response.headers.get("Content-Type") === wasmType) {
      // Only from a response that is the server's own, not one made of its body, does a browser keep compiled code for the next visit.
      this.#countWhileRead(response.clone());
      return response;
    }
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#add(chunk.byteLength);
        out.enqueue(chunk);
      },
    });
    // Some plain servers give .wasm no type, and a browser compiles no stream without it.
    const type = asset.path.endsWith(".wasm") ? wasmType : "application/octet-stream";
    return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": type } });
  }

  async #countWhileRead(copy: Response): Promise<void> {
    const reader = (copy.body as ReadableStream<Uint8Array>).getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) this.#add(next.value.byteLength);
    } catch {
      // Whoever reads the response itself hears of it.
    }
  }

  async #module(asset: Asset): Promise<unknown> {
    this.#total += asset.bytes;
    const loaded = await import(this.url(asset)).catch((error: Error) => {
      throw new DownloadError(asset, error.message);
    });
    this.#add(asset.bytes);
    return loaded;
  }

  /** The file at once, for whoever cannot wait: the thread stands still meanwhile. */
  now(asset: Asset): Uint8Array {
    const request = new XMLHttpRequest();
    request.open("GET", this.url(asset), false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch (error) {
      throw new DownloadError(asset, (error as Error).message);
    }
    if (request.status !== 200) throw new DownloadError(asset, `status ${request.status}`);
    return new Uint8Array(request.response as ArrayBuffer);
  }

  #add(bytes: number): void {
    this.#loaded += bytes;
    this.#report(this.#loaded, this.#total);
  }
}

export class DownloadError extends Error {
  constructor(asset: Asset, reason: string) {
    super(`${asset.path} could not be downloaded (${reason}). Check the connection and press Run again.`);
  }
}
