import type { RequestHandler } from "express";
import { MAX_FORM_BYTES } from "#app/constants.ts";

class BodyError extends Error {
  readonly status: number;
  constructor(status: 400 | 405 | 413 | 415) {
    super(`request body refused with ${status}`);
    this.status = status;
  }
}

/**
 * Reads the body into `req.body` (a Buffer, none where nothing came). Beyond MAX_FORM_BYTES the answer is 413 at once:
 * body-parser would first read on to the end, however far that is.
 */
export const readBody: RequestHandler = (req, _res, next) => {
  if (req.readableEnded) return next();
  const chunks: Buffer[] = [];
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) finish(new BodyError(413));
    else chunks.push(chunk);
  };
  const onEnd = () => finish();
  const onCutOff = () => finish(new BodyError(400));
  function finish(error?: BodyError) {
    req.off("data", onData).off("end", onEnd).off("error", onCutOff).pause();
    if (size > 0 && !error) req.body = Buffer.concat(chunks);
    next(error);
  }

  if (Number(req.headers["content-length"] ?? 0) > MAX_FORM_BYTES) return next(new BodyError(413));
  req.on("data", onData).on("end", onEnd).on("error", onCutOff);
};

const FORM = "application/x-www-form-urlencoded";

/**
 * The shop's own pages take forms and nothing else: other types are 415 before an action tries to read them. Nothing at
 * all is a form without fields, whatever it calls itself.
 */
export const acceptOnlyForms: RequestHandler = (req, _res, next) => {
  if (req.body === undefined) req.headers["content-type"] = FORM;
  else if (!req.is(FORM)) return next(new BodyError(415));
  next();
};

/** React Router cannot even be asked by others, TRACE for one. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

export const acceptKnownMethods: RequestHandler = (req, _res, next) =>
  next(METHODS.includes(req.method) ? undefined : new BodyError(405));
