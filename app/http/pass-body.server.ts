import type { Readable } from "node:stream";

import type { Response } from "express";

/**
 * Sends another server's body as the answer's. Where it breaks off, so does the answer. Not `pipeline`, which adds seven
 * "close" listeners to an answer, so that Node warns of a leak; abortOnClose ends the body when the client leaves.
 */
export function passBody(body: Readable, res: Response) {
  body.on("error", () => res.destroy()).pipe(res);
}
