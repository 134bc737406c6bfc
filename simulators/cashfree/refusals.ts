import type { z } from "zod";

import { type BodyProblem, readBody } from "../wire/read-body.ts";
import { type Answer, type Call, Refusal } from "../wire/vendor.ts";

const HELP = "Check latest errors and resolution from Merchant Dashboard API logs: https://bit.ly/4glEd0W";

/** The vendor's error body (https://www.cashfree.com/docs/api-reference/payments/latest/overview). */
export const errorAnswer = (status: number, code: string, message: string, type = "invalid_request_error"): Answer => ({
  status,
  body: { message, help: HELP, code, type },
});

export const refuse = (status: number, code: string, message: string, type?: string) =>
  new Refusal(message, errorAnswer(status, code, message, type));

export const read = <S extends z.ZodType>(call: Call, schema: S) =>
  readBody(call, schema, { isStrict: false, refuse: refuseField });

function refuseField({ field, message, isMissing }: BodyProblem): Refusal {
  if (field === "body") return refuse(400, "request_invalid", "Bad Request. Send a JSON body.");
  if (isMissing) return refuse(400, `${field}_missing`, `${field} : is missing in the request.`);
  return refuse(400, `${field}_invalid`, `${field} : invalid value provided. Value ${message}`);
}

/** The answer to the vendor's own failure, and to too many requests. */
export function failure(status: number): Answer {
  if (status === 429) {
    const answer = errorAnswer(429, "request_failed", "Too many requests from IP. Check headers", "rate_limit_error");
    const headers = { "x-ratelimit-limit": "200", "x-ratelimit-remaining": "0", "x-ratelimit-retry": "30" };
    return { ...answer, headers: { ...headers, "x-ratelimit-type": "app_id" } };
  }
  if (status === 401) return errorAnswer(401, "request_failed", "authentication Failed", "authentication_error");
  if (status === 422) return errorAnswer(422, "request_invalid", "something is not found", "idempotency_error");
  if (status === 409) return errorAnswer(409, "order_already_exists", "order with same id is already present");
  if (status === 502) return errorAnswer(502, "bank_processing_failure", "bank is not reachable", "api_error");
  if (status < 500) return errorAnswer(status, "request_invalid", "bad request");
  return errorAnswer(status, "internal_error", "Internal Server Error", "api_error");
}
