/** A file of the runtime: its place beside the worker, and its size unpacked. */
export interface Asset {
  path: string;
  bytes: number;
}

/**
 * Fetches the runtime's files and counts their bytes as they arrive. `Content-Length` counts packed bytes while a
 * stream gives unpacked ones, so the total comes from the build.
 */
export class Downloads {
  readonly #base: URL;
  readonly #report: (loaded: number, total: number) => void;
  #loaded = 0;
  #total = 0;

  constructor(base: URL, report: (loaded: number, total: number) => void) {
    this.#base = base;
    this.#report = report;
  }

  url(asset: Asset): string {
    return new URL(asset.path, this.#base).href;
  }

  /** The file as a response that counts itself while it is read. */
  async fetch(asset: Asset): Promise<Response> {
    this.#total += asset.bytes;
    const response = await fetch(this.url(asset)).catch((error: Error) => {
      throw downloadError(asset, error.message);
    });
    if (!response.ok || response.body === null) throw downloadError(asset, `status ${response.status}`);
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, out) => {
        this.#add(chunk.byteLength);
        out.enqueue(chunk);
      },
    });
    // Some plain servers give .wasm no type, and a browser compiles no stream without it.
    const type = asset.path.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(response.body.pipeThrough(counter), { headers: { "Content-Type": type } });
  }

  /** The file as a module. */
  async module<T>(asset: Asset): Promise<T> {
    this.#total += asset.bytes;
    const loaded = (await import(this.url(asset)).catch((error: Error) => {
      throw downloadError(asset, error.message);
    })) as T;
    this.#add(asset.bytes);
    return loaded;
  }

  #add(bytes: number): void {
    this.#loaded += bytes;
    this.#report(this.#loaded, this.#total);
  }
}

function downloadError(asset: Asset, reason: string): Error {
  return new Error(`${asset.path} could not be downloaded (${reason}). Check the connection and press Run again.`);
}
