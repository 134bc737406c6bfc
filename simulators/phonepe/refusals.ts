import type { z } from "zod";

import { type BodyProblem, readBody } from "../wire/read-body.ts";
import { type Answer, type Call, Refusal } from "../wire/vendor.ts";

export const errorAnswer = (status: number, code: string, message: string, data: object = {}): Answer => ({
  status,
  body: { success: false, code, message, data },
});

export const refuse = (status: number, code: string, message: string) =>
  new Refusal(message, errorAnswer(status, code, message));

/** The answer that the vendor's SDK expects (phonepe-pg-sdk-node, tests/tokenservice.test.ts). */
export const refuseClient = (problem: string) =>
  new Refusal(problem, {
    status: 400,
    body: {
      code: "INVALID_CLIENT",
      errorCode: "OIM007",
      message: "Bad_Request",
      data: { errorDescription: "Client Authentication Failure" },
    },
  });

/** An unknown order or refund. */
export const notFound = () => refuse(400, "MERCHANT_ORDER_MAPPING_NOT_FOUND", "No entry found for Merchant");

export const read = <S extends z.ZodType>(call: Call, schema: S) =>
  readBody(call, schema, { isStrict: false, refuse: refuseField });

function refuseField({ field, message, isMissing }: BodyProblem): Refusal {
  const problem = isMissing ? `${field} must not be null` : `${field} ${message}`;
  return new Refusal(problem, errorAnswer(400, "BAD_REQUEST", "Bad Request", { [field]: problem }));
}

/** The answer to the vendor's own failure, and to too many requests. */
export function failure(status: number): Answer {
  if (status === 401) return errorAnswer(401, "AUTHORIZATION_FAILED", "Unauthorized");
  if (status === 429) return errorAnswer(429, "TOO_MANY_REQUESTS", "Too many requests");
  if (status < 500) return errorAnswer(status, "BAD_REQUEST", "Bad Request");
  return errorAnswer(status, "INTERNAL_SERVER_ERROR", "There is an error trying to process your transaction");
}
