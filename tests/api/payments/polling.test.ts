import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";

import { startTestApi } from "../../helpers/api/test-api.ts";
import { createShopper, placeOne, stockUp } from "../../helpers/api/test-orders.ts";

test("a poll is one small answer from the session and the order alone, each found by an index [PAY-09]", async () => {
  const executed: CompiledQuery[] = [];
  const api = await startTestApi("sqlite", {
    wrapDatabase(db) {
      const executor = db.read.getExecutor();
      const execute = executor.executeQuery.bind(executor) as typeof executor.executeQuery;
      executor.executeQuery = (query, ...options) => {
        executed.push(query);
        return execute(query, ...options);
      };
      return db;
    },
  });
  await stockUp(api, 4);
  const { token } = await createShopper(api);
  const { orderId } = await placeOne(api, token);
  executed.length = 0;
  const poll = await api.request("GET", `/place-order/?order_id=${orderId}&decoded_status=false`, { token });
  expect([poll.status, poll.body.status]).toEqual([200, "PAYMENT_PENDING"]);
  expect(poll.text.length).toBeLessThan(400);
  expect(executed).toHaveLength(2);
  for (const { sql, parameters } of [...executed]) {
    const plan = await api.shop().db.read.executeQuery(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    const steps = plan.rows.map((row) => (row as { detail: string }).detail);
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
  }
  await api.close();
});
