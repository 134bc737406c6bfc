import type { z } from "zod";

import type { Call, Refusal } from "./vendor.ts";

/** A problem of a body: the field's path, and the reason. */
export type BodyProblem = { field: string; message: string; isMissing: boolean };

/**
 * Checks a body against a strict schema without transformations. Unknown fields are a problem if `isStrict`; else the
 * log mentions them.
 */
export function readBody<S extends z.ZodType>(
  call: Call,
  schema: S,
  { isStrict, refuse }: { isStrict: boolean; refuse: (problem: BodyProblem) => Refusal },
): z.output<S> {
  if (typeof call.body !== "object" || call.body === null) {
    throw refuse({ field: "body", message: "is not a JSON object, or its content type is wrong", isMissing: true });
  }
  const issues = schema.safeParse(call.body).error?.issues ?? [];
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      const names = issue.keys.map((key) => [...issue.path, key].join(".")).join(", ");
      if (isStrict)
        throw refuse({ field: names, message: "is/are not required and should not be sent", isMissing: false });
      call.warn(`unknown field ${names}`);
      continue;
    }
    const isMissing = valueAt(call.body, issue.path) === undefined;
    throw refuse({ field: issue.path.join("."), message: issue.message, isMissing });
  }
  return call.body as z.output<S>;
}

const valueAt = (body: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], body);
