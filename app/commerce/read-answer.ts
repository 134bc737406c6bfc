import type { z } from "zod";

import { fail, type Result, succeed } from "./result.ts";
import { countUnreadable } from "./schemas/lists.ts";
import type { Call } from "./transport.server.ts";

/** Sends a call and reads its answer by a schema. */
export type Ask = <Schema extends z.ZodType>(call: Call, schema: Schema) => Promise<Result<z.output<Schema>>>;

/** Reads an answer by its schema. `report` gets the number of items that its lists left out, if there are any. */
export function readAnswer<Schema extends z.ZodType>(
  answer: Result<unknown>,
  schema: Schema,
  report: (unreadable: number) => void = () => {},
): Result<z.output<Schema>> {
  if (!answer.ok) return answer;
  const { value: parsed, unreadable } = countUnreadable(() => schema.safeParse(answer.value));
  if (unreadable > 0) report(unreadable);
  return parsed.success ? succeed(parsed.data) : fail({ kind: "shape" });
}
