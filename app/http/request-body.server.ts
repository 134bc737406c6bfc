import type { IncomingMessage, RequestListener } from "node:http";

import type { RequestHandler } from "express";

import { MAX_FORM_BYTES, MAX_RECEIPT_BYTES } from "#app/base/constants.ts";

import { keepSpan } from "../../config/process/tracing.ts";
import { isMessageReceipt } from "./message-receipts.ts";

class BodyError extends Error {
  readonly status: number;
  constructor(status: 400 | 405 | 413 | 415) {
    super(`request body refused with ${status}`);
    this.status = status;
  }
}

/** Reads the body into `req.body`, if any. Refuses a large one at once; body-parser would first read it to the end. */
export const readBodyUpTo =
  (maxBytes: number): RequestHandler =>
  (req, _res, next) => {
    if (req.readableEnded) return next();
    const goOn = keepSpan(next);
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) finish(new BodyError(413));
      else chunks.push(chunk);
    };
    const onEnd = () => finish();
    const onCutOff = () => finish(new BodyError(400));
    function finish(error?: BodyError) {
      req.off("data", onData).off("end", onEnd).off("error", onCutOff).pause();
      if (size > 0 && !error) req.body = Buffer.concat(chunks);
      goOn(error);
    }

    if (Number(req.headers["content-length"] ?? 0) > maxBytes) return next(new BodyError(413));
    req.on("data", onData).on("end", onEnd).on("error", onCutOff);
  };

const [readForm, readReceipt] = [readBodyUpTo(MAX_FORM_BYTES), readBodyUpTo(MAX_RECEIPT_BYTES)];

/** For every form but those that send files. Skips a body that has been read. */
export const readBody: RequestHandler = (req, res, next) =>
  (isMessageReceipt(req.path) ? readReceipt : readForm)(req, res, next);

const FORM = "application/x-www-form-urlencoded";

/** Answers 415 to other types. An empty body of any type counts as a form without fields. */
const acceptTypes =
  (...types: string[]): RequestHandler =>
  (req, _res, next) => {
    if (req.body === undefined) req.headers["content-type"] = FORM;
    else if (!req.is(types)) return next(new BodyError(415));
    next();
  };

export const acceptOnlyForms = acceptTypes(FORM);
/** Accepts also the forms that send files. */
export const acceptFormsWithFiles = acceptTypes(FORM, "multipart/form-data");

const acceptMethods =
  (...methods: string[]): RequestHandler =>
  (req, _res, next) =>
    next(methods.includes(req.method) ? undefined : new BodyError(405));

/** The methods of the embedded API. React Router throws on others, such as TRACE. */
export const acceptKnownMethods = acceptMethods("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE");
/** Pages have no more than these. */
export const acceptPageMethods = acceptMethods("GET", "HEAD", "POST");

/** Slower clients would block sockets. The server's own limit is that of uploads. */
const BODY_MS = 20_000;

/** A step in front of Express: ends the connection of a request whose body takes longer than a form may. */
export const limitBodyTime =
  (next: RequestListener): RequestListener =>
  (req, res) => {
    const { "content-length": length, "transfer-encoding": encoding } = req.headers;
    if (encoding !== undefined || (length !== undefined && length !== "0")) {
      req.bodyTimer = setTimeout(() => req.socket.destroy(), BODY_MS);
      const stop = () => liftBodyTime(req);
      req.once("end", stop).once("close", stop);
    }
    next(req, res);
  };

/** Gives a body as much time as the server gives uploads. */
export const liftBodyTime = (req: IncomingMessage) => clearTimeout(req.bodyTimer);
