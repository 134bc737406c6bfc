import type { z } from "zod";

import { fail, type Result, succeed } from "./result.ts";
import { listAnswer, MAX_ITEMS } from "./schemas/lists.ts";
import { contentOf } from "./schemas/wire.ts";
import type { Call } from "./transport.server.ts";

/** Sends a call and reads its answer by a schema. */
export type Ask = <Schema extends z.ZodType>(call: Call, schema: Schema) => Promise<Result<z.output<Schema>>>;

/** Reads an answer by its schema. `report` receives the number of unreadable items in a list, if there are any. */
export function readAnswer<Schema extends z.ZodType>(
  answer: Result<unknown>,
  schema: Schema,
  report: (unreadable: number) => void = () => {},
): Result<z.output<Schema>> {
  if (!answer.ok) return answer;
  const parsed = schema.safeParse(answer.value);
  const unreadable = countUnreadable(schema, answer.value, parsed.data);
  if (unreadable > 0) report(unreadable);
  return parsed.success ? succeed(parsed.data) : fail({ kind: "shape" });
}

/** Counts the items that `read` lacks: all of them if the list was refused. */
function countUnreadable(schema: z.ZodType, wire: unknown, read: unknown): number {
  const content = contentOf(schema);
  const list = content && "items" in content ? listAnswer.safeParse(wire).data : undefined;
  if (list === undefined) return 0;
  const items = Array.isArray(read) ? read : (read as { products?: unknown[] } | undefined)?.products;
  return Math.min(list.values.length, MAX_ITEMS) - (items?.length ?? 0);
}
