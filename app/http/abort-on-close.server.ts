import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

/** A signal that aborts when the client leaves before its answer is complete. */
export function abortOnClose(res: ServerResponse): AbortSignal {
  const abort = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) abort.abort();
  });
  return abort.signal;
}

/**
 * Sends another server's body as the answer's. Where it breaks off, so does the answer. Not `pipeline`, which adds seven
 * "close" listeners to an answer, so that Node warns of a leak; abortOnClose ends the body when the client leaves.
 */
export function passBody(body: Readable, res: ServerResponse) {
  body.on("error", () => res.destroy()).pipe(res);
}
