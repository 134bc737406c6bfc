import type { ServerResponse } from "node:http";
import type { Readable } from "node:stream";

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
 * Sets the status and these headers of another server's answer. A client that leaves ends the call.
 * @returns the body; undefined if the client has left
 * @throws the error of `ask`, unless the client has left
 */
export async function takeHead(
  res: Response,
  headers: readonly string[],
  ask: (gone: AbortSignal) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData["body"] | undefined> {
  const gone = abortOnClose(res);
  const answer = await ask(gone).catch((error: unknown) => {
    if (gone.aborted) return undefined;
    throw error;
  });
  if (answer === undefined) return undefined;
  res.status(answer.statusCode);
  for (const name of headers) {
    const value = answer.headers[name];
    if (value !== undefined) res.setHeader(name, value);
  }
  return answer.body;
}

/**
 * Answers with another server's status, body and these headers. A body that breaks off breaks off the answer. Not `pipeline`,
 * which adds seven "close" listeners to an answer, so that Node warns of a leak.
 * @throws as `takeHead` does
 */
export const passAnswer = async (...[res, headers, ask]: Parameters<typeof takeHead>): Promise<void> =>
  passBody(res, await takeHead(res, headers, ask));

export const passBody = (res: Response, body: Readable | undefined) =>
  void body?.on("error", () => res.destroy()).pipe(res);
