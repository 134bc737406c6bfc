import type { ServerResponse } from "node:http";

import type { Response } from "express";
import type { Dispatcher } from "undici";

/** A signal that aborts when the client leaves before its answer is complete. */
export function abortOnClose(res: ServerResponse): AbortSignal {
  const abort = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) abort.abort();
  });
  return abort.signal;
}

/**
 * Answers with another server's status, body and these headers. A client that leaves ends the call; a body that breaks
 * off breaks off the answer. Not `pipeline`, which adds seven "close" listeners to an answer, so that Node warns of a
 * leak.
 * @throws the error of `ask`, unless the client has left
 */
export async function passAnswer(
  res: Response,
  headers: readonly string[],
  ask: (gone: AbortSignal) => Promise<Dispatcher.ResponseData>,
): Promise<void> {
  const gone = abortOnClose(res);
  const answer = await ask(gone).catch((error: unknown) => {
    if (gone.aborted) return undefined;
    throw error;
  });
  if (answer === undefined) return;
  res.status(answer.statusCode);
  for (const name of headers) {
    const value = answer.headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
  answer.body.on("error", () => res.destroy()).pipe(res);
}
