import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";

import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { startTestApi } from "../../helpers/api/test-api.ts";

/** A row for each supplier, gateway, endpoint, and choice that somebody waits for. */
const SMALL = ["CONSTANT ROW", "supplier_states", "comparisons", "event_endpoints", "stock_notices", "wanted"];

test("the next due moment is read from indexes, however much there is", async () => {
  const api = await startTestApi("sqlite");
  const { read } = api.shop().db;
  const executor = read.getExecutor();
  const execute = executor.executeQuery.bind(executor) as typeof executor.executeQuery;
  const executed: CompiledQuery[] = [];
  executor.executeQuery = (query, ...options) => {
    executed.push(query);
    return execute(query, ...options);
  };
  await readDueWork(read, api.shop().tenant, api.clock.now());
  const [{ sql, parameters }] = executed as [CompiledQuery];
  const plan = await read.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
  const steps = plan.rows.map((row) => (row as { detail: string }).detail);
  // SQLite says SEARCH without an index where it reads a whole table for its smallest value.
  const whole = steps.filter((step) => step.startsWith("SCAN") || (step.startsWith("SEARCH") && !/USING/.test(step)));
  expect(whole.filter((step) => !SMALL.some((name) => step.includes(name)))).toEqual([]);
  await api.close();
});
