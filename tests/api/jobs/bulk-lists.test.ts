import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listProductRows } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { findShopper } from "../../../api/repositories/shoppers/records.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { createBulkCalls } from "../../helpers/desk/bulk-desk.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const REASON = "A trial";

describe.each(engines)("actions on many rows on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let skus: string[];
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    skus = (await listProductRows(api.shop().db.read)).slice(0, 3).map(({ sku }) => sku);
  });
  afterAll(() => api.close());

  const { runAll, look, check, start } = createBulkCalls(
    () => api,
    () => desk,
  );
  async function run(path: string, body: object, confirmation: object = {}) {
    const job = await start(await check(path, body), confirmation);
    await runAll();
    return look(job);
  }
  const products = () => listProductRows(api.shop().db.read, skus);
  const leftOf = ({ bulk }: { bulk: { left: { name: string; detail: string }[] } }) =>
    bulk.left.map(({ detail }) => detail);

  test("products leave the sale and come back, with an entry for each, and an undo that spares what changed since", async () => {
    const before = await products();
    await desk.post(`/products/${skus[2]}/offer`, { is_available: false });
    const checked = await look(await check("/bulk/products/withdraw", { ids: skus }));
    expect([checked.job.tallies, leftOf(checked)]).toEqual([{ good: 2, left: 1, refused: 0 }, ["is off sale already"]]);
    const ended = await run("/bulk/products/withdraw", { ids: skus });
    expect(ended.job.tallies).toEqual({ done: 2, refused: 0 });
    expect((await products()).map(({ is_available }) => is_available)).toEqual([0, 0, 0]);
    expect((await desk.acts(skus[0]!)).at(-1)).toMatchObject({
      act: "product.take-off-sale",
      before: '{"is_available":true}',
      after: '{"is_available":false}',
    });

    expect(ended.undo).toMatchObject({ count: 2, is_over: false, undone_by: null });
    await desk.post(`/products/${skus[1]}/offer`, { is_available: true });
    const undone = await desk.post(`/jobs/${ended.job.id}/undo`, { confirmed: "1", reason: REASON });
    expect(undone.status).toBe(200);
    await runAll();
    const undo = await look(undone.body.job);
    expect([undo.job.tallies, undo.refused[0].reason]).toEqual([
      { restored: 1, removed: 0, refused: 1 },
      "changed since the import",
    ]);
    await run("/bulk/products/offer", { ids: [skus[2]] });
    const now = await products();
    expect(now.map(({ is_available }) => is_available)).toEqual([1, 1, 1]);
    expect(now.map(({ denominations }) => denominations)).toEqual(before.map(({ denominations }) => denominations));
  });

  test("products move to a category that exists, and an undo moves them back", async () => {
    const { categories } = (await desk.get("/categories")).body;
    const before = await products();
    const target = categories
      .flatMap(({ subcategories }: { subcategories: { key: string; name: string }[] }) => subcategories)
      .find(({ key }: { key: string }) => before.every(({ subcategory_key }) => subcategory_key !== key));
    const body = { ids: skus, values: { subcategory: target.key } };
    const checked = await look(await check("/bulk/products/move", body));
    expect(checked.bulk.others[0].detail).toMatch(new RegExp(` → ${target.name}$`));
    const ended = await run("/bulk/products/move", body);
    expect(ended.job.tallies).toEqual({ done: 3, refused: 0 });
    expect(new Set((await products()).map(({ subcategory_key }) => subcategory_key))).toEqual(new Set([target.key]));
    expect((await desk.acts(skus[0]!)).at(-1)!.act).toBe("product.change");
    await desk.post(`/jobs/${ended.job.id}/undo`, { confirmed: "1", reason: REASON });
    await runAll();
    expect((await products()).map(({ subcategory_key: key }) => key)).toEqual(
      before.map(({ subcategory_key: key }) => key),
    );
    const unknown = await look(await check("/bulk/products/move", { ids: skus, values: { subcategory: "nosuch" } }));
    expect(unknown.job.tallies).toEqual({ good: 0, left: 3, refused: 0 });
    expect((await desk.post("/bulk/products/move", { ids: skus, values: {} })).status).toBe(400);
  });

  test("products get amounts, small ones only if they are meant, and all that match a filter", async () => {
    const path = "/bulk/products/price?available=yes";
    const small = await desk.post(path, { all: true, values: { denominations: "5; 500" } });
    expect([small.status, small.body.errors.small_amounts]).toEqual([
      400,
      "₹5.00 is less than ₹10.00. Tick the box if you mean it.",
    ]);
    const meant = await check(path, { all: true, values: { denominations: "5; 500", small_amounts: "1" } });
    expect((await look(meant)).job.tallies.good).toBeGreaterThan(3);
    const ended = await run("/bulk/products/price", { ids: skus, values: { denominations: "300; 600" } });
    expect(ended.job.tallies).toEqual({ done: 3, refused: 0 });
    expect((await products())[0]).toMatchObject({
      price: 30_000,
      denominations: [
        { min: 30_000, max: 30_000 },
        { min: 60_000, max: 60_000 },
      ],
    });
    expect(
      leftOf(await look(await check("/bulk/products/price", { ids: skus, values: { denominations: "300;600" } }))),
    ).toEqual(skus.map(() => "has these amounts already"));
  });

  test("accounts are disabled with a reason, which ends their sessions, and enabled again", async () => {
    const people = [await createShopper(api, { cart: [] }), await createShopper(api, { cart: [] })];
    const ids = people.map(({ userId }) => userId);
    const ended = await run(`/bulk/shoppers/disable?q=${people[0]!.email}`, { all: true }, { reason: REASON });
    expect([ended.job.tallies, ended.bulk.others[0].name]).toEqual([{ done: 1, refused: 0 }, people[0]!.email]);
    expect((await api.request("GET", "/user-data/", { token: people[0]!.token })).status).toBe(401);
    expect((await api.request("GET", "/user-data/", { token: people[1]!.token })).status).toBe(200);
    // The search is a person's address, and is kept nowhere.
    const { read } = api.shop().db;
    expect(JSON.stringify(await read.selectFrom("jobs").selectAll().execute())).not.toContain(people[0]!.email);
    expect(JSON.stringify(await desk.everyAct())).not.toContain(people[0]!.email);

    const enabled = await run("/bulk/shoppers/enable", { ids }, { reason: REASON });
    expect(enabled.job.tallies).toEqual({ done: 1, refused: 0 });
    expect((await findShopper(read, ids[0]!))!.disabled_at).toBeNull();
    expect((await desk.acts(ids[0]!)).map(({ act, reason }) => [act, reason])).toEqual([
      ["shopper.disable", REASON],
      ["shopper.enable", REASON],
    ]);
  });

  test("coupons are withdrawn, except those that somebody has redeemed", async () => {
    const made = await desk.post("/coupons", { form: "many-coupons-0001", amount: "100", count: "3" });
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    const { coupons } = (await desk.get("/coupons")).body;
    const { db, clock } = api.shop();
    const { userId } = await createShopper(api, { cart: [] });
    await db.transaction((tx) =>
      tx
        .updateTable("coupons")
        .set({ redeemed_by: userId, redeemed_at: clock.now() })
        .where("id", "=", coupons[0].id)
        .execute(),
    );
    const checked = await look(await check("/bulk/coupons/withdraw", { all: true }));
    expect([checked.job.tallies, leftOf(checked), checked.bulk.needs_code]).toEqual([
      { good: 2, left: 1, refused: 0 },
      ["has been redeemed"],
      true,
    ]);
    expect((await run("/bulk/coupons/withdraw?state=unused", { all: true })).job.tallies).toEqual({
      done: 2,
      refused: 0,
    });
    expect((await desk.get("/coupons?state=unused")).body.coupons).toEqual([]);
    await db.transaction((tx) =>
      tx.updateTable("coupons").set({ redeemed_by: null, redeemed_at: null }).where("id", "=", coupons[0].id).execute(),
    );
  });
});
