import type { ErrorRequestHandler } from "express";

import { t } from "../../config/language/t.ts";
import { ApiError, unavailable } from "../base/error.ts";
import { isDatabaseUnavailable } from "../db/database.ts";

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  // Express and its body parsers refuse malformed JSON or URLs, and bodies that are too large or cut off.
  const status = error instanceof Error && "status" in error ? Number(error.status) : 500;
  if (status === 413) return new ApiError(413, t("api.tooLarge"));
  if (status >= 400 && status < 500) return new ApiError(status, t("api.unreadable"));
  return new ApiError(500, t("api.failed"));
}

/** Answers with the error as JSON, and logs it if it is a bug. */
export const answerError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const failure = toApiError(error);
  if (failure.status >= 500) req.log.error({ err: error }, "request failed");
  if (res.headersSent) return next(error);
  res.status(failure.status).set("Cache-Control", "private, no-store");
  if (failure.retryAfter !== undefined) res.set("Retry-After", String(failure.retryAfter));
  res.json({ status_code: failure.status, detail: failure.detail, error: failure.code, errors: failure.errors });
};
