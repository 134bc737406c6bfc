import type { ErrorRequestHandler } from "express";

import { t } from "../../config/language/t.ts";

/** Answers Express's refusals and uncaught errors: plain text, without a stack. */
export const sendError: ErrorRequestHandler = (error, req, res, next) => {
  const status = typeof error.status === "number" && error.status < 500 ? error.status : 500;
  if (status === 500) req.log.error({ err: error }, "request failed");
  if (res.headersSent) return next(error);
  // The rest of a refused body is not read: the connection ends with the answer.
  if (status === 413) res.set("Connection", "close");
  if (status === 405) res.set("Allow", "GET, HEAD, POST");
  res
    .status(status)
    .type("text")
    .send(status === 500 ? `Something went wrong (${req.requestId}).` : (ERROR_TEXTS[status] ?? "Bad request."));
};

const ERROR_TEXTS: Record<number, string> = {
  404: "Not found.",
  405: "This method is not allowed.",
  413: "This form is too large. Nothing was changed; please go back and send less.",
  415: "This encoding is not understood.",
  429: t("messages.tooMany"),
};
