/** Why a call failed. `text` is the backend's own message for the shopper, if any (docs/product.md, 11.1). */
export type CallError =
  /** No connection: nothing was sent. */
  | { kind: "network" }
  | { kind: "timeout" }
  /** The connection ended before the answer. */
  | { kind: "lost" }
  /** Not sent: the breaker is open or the queue is full. */
  | { kind: "busy" }
  | { kind: "shape" }
  | { kind: "signed-out"; reason: "no-refresh-token" | "refused" | "logged-out" }
  | { kind: "refresh-failed" }
  | {
      kind: "status";
      status: number;
      text: string | null;
      /** OAuth's `error` and `error_description`, for the login's texts. */
      code: string | null;
      description: string | null;
      /** Messages about single fields, by the backend's field name. */
      fields: Record<string, string>;
    };

/** Every call of the commerce client returns a Result and never throws: failures are expected. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; error: CallError };

export const succeed = <Value>(value: Value): Result<Value> => ({ ok: true, value });
export const fail = (error: CallError): { ok: false; error: CallError } => ({ ok: false, error });

export const failWithStatus = (status: number, text: string | null = null) =>
  fail({ kind: "status", status, text, code: null, description: null, fields: {} });

/** True if a change may have happened: the call was sent, and no answer confirms or denies the change. */
export const isOutcomeUnknown = (error: CallError) =>
  error.kind === "timeout" ||
  error.kind === "lost" ||
  error.kind === "shape" ||
  (error.kind === "status" && (error.status >= 500 || error.status === 408));

/** True if the backend may still be working on the change, so that its state now is not final. */
export const mayStillHappen = (error: CallError) =>
  error.kind === "timeout" || (error.kind === "status" && (error.status === 408 || error.status === 504));

/** True if the call failed before it reached the backend. */
export const isUnsent = (error: NodeJS.ErrnoException) =>
  error.syscall === "connect" ||
  error.syscall === "getaddrinfo" ||
  /^(ECONNREFUSED|UND_ERR_CONNECT_TIMEOUT|.*(CERT|SELF_SIGNED|TLS).*)$/.test(error.code ?? "");

/** True for failures that count for the breaker: not refusals, not answers of another shape. */
export const isHostFailure = (answer: Result<unknown>) =>
  !answer.ok &&
  (["network", "timeout", "lost"].includes(answer.error.kind) ||
    (answer.error.kind === "status" && answer.error.status >= 500));

/** The status of a page that shows a failure: 400 for a refusal (429 stays); 502, 503 or 504 for a failing backend. */
export function pageStatus(error: CallError): number {
  if (error.kind === "timeout") return 504;
  if (error.kind === "busy") return 503;
  if (error.kind !== "status" || error.status >= 500) return 502;
  return error.status === 429 ? 429 : 400;
}

/** The same for a page with a list: a refused filter or search is not the page's error. */
export const listStatus = (error: CallError) => (pageStatus(error) >= 500 ? pageStatus(error) : 200);
