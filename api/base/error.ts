import { t } from "../../config/language/t.ts";
/**
 * An expected failure that ends the request. Handlers and domain functions throw it; the error middleware answers `{
 * status_code, detail, error?, errors? }`. Any other error is a bug and answers 500 with a neutral text.
 */
export class ApiError extends Error {
  readonly status: number;
  /** Text for the shopper. */
  readonly detail: string;
  /** Texts by field name, for invalid fields. */
  readonly errors?: Record<string, string>;
  /** A machine-readable reason, for errors with the same status that a client must distinguish. */
  readonly code?: string;
  /** Seconds until another try may succeed: sent as Retry-After. */
  readonly retryAfter?: number;

  constructor(status: number, detail: string, errors?: Record<string, string>, code?: string, retryAfter?: number) {
    super(detail);
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The same error for an unknown id, another shopper's id and another tenant's id. */
export const notFound = () => new ApiError(404, t("api.notFound"));

/** For a session that has ended, or whose account is gone. */
export const signedOut = () => new ApiError(401, t("api.signIn"));

/** While a database is unavailable, or a brand is being moved. */
export const unavailable = () => new ApiError(503, t("api.unavailable"), undefined, undefined, 2);

/** For a member of the staff. `what` is plural, such as "wrong keys". */
export const tooMany = (what: string) => new ApiError(429, `Too many ${what}. Please try again later.`);

/** For a shopper. */
export const tooManyTries = (text: "api.tooManyLogins" | "api.tooManySignups" | "api.tooManyRefreshes") =>
  new ApiError(429, t(text));

/** For a call that is refused only because too many calls wait, from its caller or from all. */
export const tooBusy = () => new ApiError(429, t("api.tooBusy"), undefined, undefined, 2);

/** The code of a refused form: somebody else has changed the data that it was made from. */
export const CHANGED_MEANWHILE = "changed_meanwhile";

/** The code of an action that needs an answer of the payment gateway, which gives none now. */
export const GATEWAY_SILENT = "gateway_silent";

export const isTooBusy = (error: unknown) => error instanceof ApiError && error.status === 429;
