/** Why a call failed. `text` is the host's own words for the shopper where it sent any (docs/product.md, 11.1). */
export type CallError =
  /** The host could not be reached: nothing was sent. */
  | { kind: "network" }
  | { kind: "timeout" }
  /** The connection ended before the answer came. */
  | { kind: "lost" }
  /** Not even sent: the host is down or has too much to do. */
  | { kind: "busy" }
  | { kind: "shape" }
  | { kind: "signed-out"; reason: "no-refresh-token" | "refused" | "logged-out" }
  | { kind: "refresh-failed" }
  | {
      kind: "status";
      status: number;
      text: string | null;
      /** OAuth's `error` and `error_description`, which the login's texts depend on. */
      code: string | null;
      description: string | null;
      /** Words about single fields, by the host's name of the field. */
      fields: Record<string, string>;
    };

/** Expected failures are values: every call of the commerce client answers one of these and never throws. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: CallError };

export const succeed = <Value>(value: Value): Result<Value> => ({ ok: true, value });
export const fail = (error: CallError): { ok: false; error: CallError } => ({ ok: false, error });

/** A refusal in these words, or without any. */
export const failWithStatus = (status: number, text: string | null = null) =>
  fail({ kind: "status", status, text, code: null, description: null, fields: {} });

/** Whether a change may have happened all the same: it was sent, and the answer does not say. */
export const isOutcomeUnknown = (error: CallError) =>
  error.kind === "timeout" ||
  error.kind === "lost" ||
  error.kind === "shape" ||
  (error.kind === "status" && (error.status >= 500 || error.status === 408));

/** Whether the host may still be at work on it, so that what it has done by now is not the end. */
export const mayStillHappen = (error: CallError) =>
  error.kind === "timeout" || (error.kind === "status" && (error.status === 408 || error.status === 504));

/** The status of a page that shows a failure: a refusal is 400 (429 stays), a host that fails 502, 503 or 504. */
export function pageStatus(error: CallError): number {
  if (error.kind === "timeout") return 504;
  if (error.kind === "busy") return 503;
  if (error.kind !== "status" || error.status >= 500) return 502;
  return error.status === 429 ? 429 : 400;
}

/** The status of a page whose list failed: the host's trouble is the page's, a refusal of odd filters or words is not. */
export const listStatus = (error: CallError) => (pageStatus(error) >= 500 ? pageStatus(error) : 200);
