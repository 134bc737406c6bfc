import type { Result } from "#app/commerce/result.ts";

import { explain } from "./responses.server.ts";

/** The problem of the typed text of a search; undefined for an answer without one. */
export const searchProblem = (answer: Result<unknown>): string | undefined =>
  !answer.ok && answer.error.kind === "status" && answer.error.status === 400
    ? explain(answer.error).fields.q
    : undefined;
