import { CompiledQuery, type KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { startTestApi } from "../helpers/test-api.ts";
import { createShopper, placeOne, stockUp } from "../helpers/test-orders.ts";

test("[PAY-09] a poll is one small answer, of the session and the order alone, each found by an index", async () => {
  const compiled: CompiledQuery[] = [];
  const api = await startTestApi("sqlite", {
    wrapDatabase(db) {
      const watch: KyselyPlugin = {
        transformQuery({ node, queryId }) {
          compiled.push(db.read.getExecutor().compileQuery(node, queryId));
          return node;
        },
        transformResult: async ({ result }) => result,
      };
      return { ...db, read: db.read.withPlugin(watch) };
    },
  });
  await stockUp(api, 4);
  const { token } = await createShopper(api);
  const { orderId } = await placeOne(api, token);
  compiled.length = 0;
  const poll = await api.request("GET", `/place-order/?order_id=${orderId}&decoded_status=false`, { token });
  expect([poll.status, poll.body.status]).toEqual([200, "PAYMENT_PENDING"]);
  expect(poll.text.length).toBeLessThan(400);
  expect(compiled).toHaveLength(2);
  for (const { sql, parameters } of [...compiled]) {
    const plan = await api.shop().db.read.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    const steps = plan.rows.map((row) => (row as { detail: string }).detail);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  }
  await api.close();
});
