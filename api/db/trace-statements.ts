import type { LogEvent } from "kysely";

import { currentSpan } from "../../config/process/tracing.ts";

type System = "sqlite" | "postgresql";

/**
 * A logger for Kysely that makes a span of each statement of a trace. The text has placeholders for values; only constants of the
 * code are written into it, by `sql.lit`.
 */
export const traceStatements = (system: System) => (event: LogEvent) => {
  const span = currentSpan();
  if (span === undefined) return;
  const text = event.query.sql;
  const statement = span.startChild({
    name: nameOf(text),
    kind: "client",
    attributes: { "db.system.name": system, "db.query.text": text },
    from: performance.now() - event.queryDurationMillis,
  });
  statement.end({ isFailed: event.level === "error" });
};

/** Such as "select orders": the verb, and the first table, if there is one. */
function nameOf(text: string): string {
  const [verb = ""] = /\w+/.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update)\s+(?:"\w+"\.)?"(\w+)"/i.exec(text) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}
