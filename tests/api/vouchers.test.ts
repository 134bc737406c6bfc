import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../helpers/test-api.ts";
import { engines } from "../helpers/test-database.ts";
import { createShopper, notify, startOrder, stockUp, vouchersOf } from "../helpers/test-orders.ts";

describe.each(engines)("used vouchers on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 20);
  });
  afterAll(() => api.close());

  const mark = (token: string | undefined, body: object, tenant?: string) =>
    api.request("PATCH", "/vouchers/", { token, body, tenant });

  async function buy() {
    const { token, orderId, payment } = await startOrder(api);
    await notify(api, payment);
    const [first] = await vouchersOf(api, token, orderId);
    return { token, id: first!.id, areUsed: async () => (await vouchersOf(api, token, orderId)).map((v) => v.is_used) };
  }

  test("a shopper notes that a voucher is used, and that it is not", async () => {
    const { token, id, areUsed } = await buy();
    expect(await areUsed()).toEqual([false, false]);
    for (let times = 0; times < 2; times++) {
      const marked = await mark(token, { id, is_used: true });
      expect([marked.status, marked.body]).toEqual([200, { id, is_used: true }]);
      expect(await areUsed()).toEqual([true, false]);
    }
    await mark(token, { id, is_used: false });
    expect(await areUsed()).toEqual([false, false]);
  });

  test("[U10] another shopper's voucher, one in stock and one that is not are not there", async () => {
    const { id, areUsed } = await buy();
    const { token: other } = await createShopper(api);
    const { id: inStock } = await api
      .shop()
      .db.read.selectFrom("vouchers")
      .select("id")
      .where("order_item_id", "is", null)
      .executeTakeFirstOrThrow();
    for (const voucher of [id, inStock, "none"]) {
      expect((await mark(other, { id: voucher, is_used: true })).status).toBe(404);
    }
    expect(await areUsed()).toEqual([false, false]);
  });

  test("nobody else marks anything, and nothing else is understood", async () => {
    const { token, id, areUsed } = await buy();
    expect((await mark(undefined, { id, is_used: true })).status).toBe(401);
    expect((await mark(token, { id, is_used: true }, "globex")).status).toBe(401);
    for (const body of [{}, { id }, { id, is_used: "yes" }, { id: 7, is_used: true }, { id: "\0", is_used: true }]) {
      expect((await mark(token, body)).status).toBe(400);
    }
    expect(await areUsed()).toEqual([false, false]);
  });
});
