import { RuntimeClient } from "../runtime/client.ts";

let current: { page: string; client: RuntimeClient } | undefined;

/** The one Python of the page that is shown; a site that swaps pages without loading gets a fresh one for each. */
export function pageRuntime(): RuntimeClient {
  const page = location.pathname;
  if (current?.page !== page) {
    current?.client.dispose();
    current = { page, client: new RuntimeClient(new URL("./worker.js", import.meta.url)) };
  }
  return current.client;
}
