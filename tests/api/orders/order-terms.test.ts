import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, orderRow, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("accepted terms on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 10);
  });
  afterAll(() => api.close());

  const accept = (token: string | undefined, body: object, tenant?: string) =>
    api.request("POST", "/order-terms/", { token, body, tenant });
  const noted = async (orderId: string) => {
    const { terms_version, terms_accepted_at } = await orderRow(api, orderId);
    return [terms_version, terms_accepted_at];
  };

  test("keep the version and its time with the order, the first one for good", async () => {
    const { token, orderId } = await startOrder(api);
    expect(await noted(orderId)).toEqual([null, null]);
    const first = await accept(token, { order_id: orderId, version: "2026-11-02 abc" });
    expect([first.status, first.text]).toEqual([204, ""]);
    const at = api.clock.now();
    api.clock.turn(60_000);
    expect((await accept(token, { order_id: orderId, version: "2027-01-01 def" })).status).toBe(204);
    expect(await noted(orderId)).toEqual(["2026-11-02 abc", at]);
  });

  test("answer alike to another shopper's order, another tenant's, and none [U10]", async () => {
    const { token, orderId } = await startOrder(api);
    const { token: other } = await createShopper(api);
    const answers = [
      await accept(other, { order_id: orderId, version: "v" }),
      await accept(other, { order_id: "AAAAAAAAAAAAAAAAAAAAAA", version: "v" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]!.text).toBe(answers[1]!.text);
    expect((await accept(undefined, { order_id: orderId, version: "v" })).status).toBe(401);
    expect((await accept(token, { order_id: orderId, version: "v" }, "globex")).status).toBe(401);
    expect(await noted(orderId)).toEqual([null, null]);
  });

  test.each([{ version: "v" }, { order_id: "x" }, { order_id: "x", version: "" }, { order_id: "x", version: "v\0" }])(
    "refuse %j as an acceptance",
    async (body) => {
      const { token } = await createShopper(api, { cart: [] });
      expect((await accept(token, body)).status).toBe(400);
    },
  );
});
