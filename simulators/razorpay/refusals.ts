import type { z } from "zod";

import { type BodyProblem, readBody } from "../wire/read-body.ts";
import { type Answer, type Call, Refusal } from "../wire/vendor.ts";

type More = { status?: number; code?: string; field?: string };

/** The vendor's error body (https://razorpay.com/docs/api/understand/#errors). */
export const errorAnswer = (
  description: string,
  { status = 400, code = "BAD_REQUEST_ERROR", field }: More = {},
): Answer => ({
  status,
  body: {
    error: { code, description, source: "NA", step: "NA", reason: "NA", metadata: {}, ...(field && { field }) },
  },
});

export const refuse = (description: string, more?: More) => new Refusal(description, errorAnswer(description, more));

export const UNKNOWN_URL = "The requested URL was not found on the server.";
export const UNKNOWN_ID = "The id provided does not exist";

/** Reads a body and refuses unknown fields, as this vendor does. */
export const read = <S extends z.ZodType>(call: Call, schema: S) =>
  readBody(call, schema, { isStrict: true, refuse: refuseField });

function refuseField({ field, message, isMissing }: BodyProblem): Refusal {
  const last = field.split(".").at(-1)!;
  if (message.startsWith("is/are")) return refuse(`${field} ${message}`, { field });
  return refuse(isMissing && field !== "body" ? `The ${last} field is required.` : `The ${last} ${message}.`, {
    field,
  });
}

/** The answer to the vendor's own failure, and to too many requests. */
export function failure(status: number): Answer {
  if (status === 429) return errorAnswer("Request failed due to rate limiting", { status });
  if (status === 401) return errorAnswer("Authentication failed", { status });
  if (status === 409)
    return errorAnswer("Another request with the same idempotency key is still in progress.", { status });
  if (status < 500) return errorAnswer("The request could not be processed", { status });
  const code = status === 502 || status === 504 ? "GATEWAY_ERROR" : "SERVER_ERROR";
  return errorAnswer("We are facing some trouble completing your request at the moment. Please try again shortly.", {
    status,
    code,
  });
}
