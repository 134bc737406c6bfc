import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, place, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { createCli } from "../../helpers/cli/cli.ts";

let api: TestApi;
beforeAll(async () => void (api = await startTestApi("postgres")));
afterAll(() => api.close()); // checks the books of both brands

const setClaimLink = (id: string, link: { claim_url: string | null; claim_url_sealed: null }) =>
  api.shop().db.transaction((tx) => tx.updateTable("vouchers").set(link).where("id", "=", id).execute());

test("one brand is restored on PostgreSQL while the shop runs and both brands are used", async () => {
  await stockUp(api, 10);
  await startOrder(api);
  const cli = createCli(api.storage, { acme: {}, globex: {} });
  const file = join(api.storage.dataDir, "acme.backup");
  // As a version stored it that did not seal claim links.
  const { id } = await api.shop().db.read.selectFrom("vouchers").select("id").executeTakeFirstOrThrow();
  const plain = { claim_url: "https://claims.test/CANARY", claim_url_sealed: null };
  await setClaimLink(id, plain);
  await cli.ok("backup", "acme", file);
  await setClaimLink(id, { claim_url: null, claim_url_sealed: null });
  const { token } = await createShopper(api);
  const answers: number[] = [];
  let isOver = false;
  const traffic = (async () => {
    for (let number = 0; !isOver; number++) {
      expect((await api.request("GET", "/products/", { tenant: "globex" })).status).toBe(200);
      answers.push((await place(api, token, { order_number: `ORD-LATE-${number}` })).status);
    }
  })();
  expect(await cli.ok("restore", "acme", file, "--replace")).toMatch(/kept as schema awning_acme_replaced_/);
  isOver = true;
  await traffic;
  // The shopper came after the backup, so their session ends with the restore; nothing answered 500.
  expect([...new Set(answers)].filter((status) => ![201, 401, 503].includes(status))).toEqual([]);
  expect(answers).toContain(201);
  const orders = await api.shop().db.read.selectFrom("orders").select("order_number").execute();
  expect(orders.filter(({ order_number }) => order_number.startsWith("ORD-LATE"))).toEqual([]);
  expect(orders).toHaveLength(1);
  const links = ["claim_url", "claim_url_sealed"] as const;
  const restored = await api
    .shop()
    .db.read.selectFrom("vouchers")
    .select(links)
    .where("id", "=", id)
    .executeTakeFirst();
  expect(restored).toEqual({ claim_url: null, claim_url_sealed: expect.any(String) });
  await startOrder(api); // the running shop goes on with the restored data
});
