import { logContext } from "#app/context.ts";

import { csvLine } from "../../../config/csv.ts";
import { valueOf } from "../answers.server.ts";
import { staffApiContext } from "../context.server.ts";
import type { Route } from "./+types/audit-csv";
import { EntriesSchema, type Entry, toQuery } from "./audit-query.ts";

const BATCH = 500;

const COLUMNS = [
  "number",
  "at",
  "actor",
  "origin",
  "brand",
  "act",
  "subject",
  "before",
  "after",
  "reason",
  "hash",
] as const;

/** The entries of the page's filters, newest first, read as the browser takes them. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const { brand } = params as { brand?: string };
  const query = toQuery(url.searchParams, brand, BATCH);
  query.delete("before");
  const read = async () => valueOf(await api.get("audit", EntriesSchema, query), url).entries;
  let entries = await read(); // a refusal is still an answer of its own
  let isBegun = false;
  const lines = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const head = isBegun ? "" : csvLine(COLUMNS);
      controller.enqueue(new TextEncoder().encode(head + entries.map(toLine).join("")));
      isBegun = true;
      if (entries.length < BATCH) return controller.close();
      query.set("before", String(entries.at(-1)!.number));
      try {
        entries = await read();
      } catch (error) {
        context.get(logContext).error({ err: error }, "the audit's file is cut off");
        controller.error(new Error("the audit's file is cut off"));
      }
    },
  });
  return new Response(lines, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="audit${brand ? `-${brand}` : ""}.csv"`,
    },
  });
}

const toLine = (entry: Entry) =>
  csvLine(COLUMNS.map((name) => (name === "at" ? new Date(entry.at).toISOString() : entry[name])));
