import type { z } from "zod";

import { readBody } from "../wire/read-body.ts";
import { type Answer, type Call, Refusal } from "../wire/vendor.ts";

/** The code of a refno that was used before. It is the only code that public integrations agree on. */
export const DUPLICATE_REFNO = 5313;

export const errorAnswer = (status: number, code: number, message: string): Answer => ({
  status,
  body: { code, message, messages: [] },
});

export const refuse = (status: number, code: number, message: string, problem = message) =>
  new Refusal(problem, errorAnswer(status, code, message));

/** Refusals by the check of the signature, which comes before everything else. */
export const refuseOauth = (word: string, problem: string) => refuse(401, 401, `oauth_problem=${word}`, problem);

export const read = <S extends z.ZodType>(call: Call, schema: S) =>
  readBody(call, schema, {
    isStrict: false,
    refuse: ({ field, message, isMissing }) =>
      refuse(400, 400, "Bad Request", isMissing ? `${field} is missing` : `${field} ${message}`),
  });

export function failure(status: number): Answer {
  // The content network refuses an address that is not on the list, before the application sees the call.
  if (status === 403) return { status, body: "<html><head><title>403 Forbidden</title></head></html>" };
  if (status === 401) return errorAnswer(401, 401, "oauth_problem=token_rejected");
  if (status === 429) return errorAnswer(429, 429, "Too many requests");
  return errorAnswer(status, status, status < 500 ? "Bad Request" : "Something went wrong");
}
