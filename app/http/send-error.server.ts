import type { ErrorRequestHandler } from "express";

import { inLanguage } from "../../config/language/current.ts";
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
    .send(inLanguage(req.language, () => describe(status, req.requestId)));
};

function describe(status: number, request: string): string {
  switch (status) {
    case 404:
    case 405:
    case 413:
    case 415:
      return t(`messages.refused-${status}`);
    case 500:
      return t("messages.refused-500", { request });
    case 429:
      return t("messages.tooMany");
    default:
      return t("messages.refused");
  }
}
