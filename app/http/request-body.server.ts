import type { RequestHandler } from "express";

import { MAX_FORM_BYTES } from "#app/constants.ts";

import { keepSpan } from "../../config/tracing.ts";

class BodyError extends Error {
  readonly status: number;
  constructor(status: 400 | 405 | 413 | 415) {
    super(`request body refused with ${status}`);
    this.status = status;
  }
}

/** Reads the body into `req.body`, if any. Refuses a large one at once; body-parser would first read it to the end. */
export const readBody: RequestHandler = (req, _res, next) => {
  if (req.readableEnded) return next();
  const goOn = keepSpan(next);
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
    goOn(error);
  }

  if (Number(req.headers["content-length"] ?? 0) > MAX_FORM_BYTES) return next(new BodyError(413));
  req.on("data", onData).on("end", onEnd).on("error", onCutOff);
};

const FORM = "application/x-www-form-urlencoded";

/** Answers 415 to anything but forms. An empty body counts as a form without fields, whatever its type. */
export const acceptOnlyForms: RequestHandler = (req, _res, next) => {
  if (req.body === undefined) req.headers["content-type"] = FORM;
  else if (!req.is(FORM)) return next(new BodyError(415));
  next();
};

/** React Router throws on other methods, such as TRACE. */
const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

export const acceptKnownMethods: RequestHandler = (req, _res, next) =>
  next(METHODS.includes(req.method) ? undefined : new BodyError(405));
