import type { ServerResponse } from "node:http";

/** A signal that aborts when the client leaves before its answer is complete. */
export function abortOnClose(res: ServerResponse): AbortSignal {
  const abort = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) abort.abort();
  });
  return abort.signal;
}
