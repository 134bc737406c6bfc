import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("cart on %s", (engine) => {
  let api: TestApi;
  let token: string;
  beforeAll(async () => {
    api = await startTestApi(engine, { limits: { cartLines: 5 } });
    for (const product of [PRODUCT.choices, PRODUCT.range, PRODUCT.paise]) await stockUp(api, 50, { product });
  });
  beforeEach(async () => {
    ({ token } = await api.signUp());
  });
  afterAll(() => api.close());

  const cart = async () => (await api.request("GET", "/cart/", { token })).body;
  const item = (change: object = {}) => ({
    product_id: PRODUCT.choices,
    quantity: 2,
    to_pay: 500,
    selectedDenomination: 250,
    ...change,
  });
  const add = (...items: object[]) => api.request("POST", "/cart/", { token, body: { cart_items: items } });
  const change = (body: object) => api.request("PATCH", "/cart/", { token, body });

  test("answers an added item and lists it [W-10] [W-11]", async () => {
    const added = await add(item());
    expect(added.status).toBe(201);
    const year = 365 * 24 * 60 * 60 * 1000;
    const line = {
      id: expect.stringMatching(/^[\w-]{22}$/),
      product: {
        id: PRODUCT.choices,
        name: "Crust Court",
        image_url: "/media/cards/test.svg",
        expiry_date: new Date(api.clock.now() + year).toISOString(),
      },
      quantity: 2,
      price: 250,
      to_pay: 500,
      selectedDenomination: 250,
    };
    expect(added.body).toEqual([line]);
    expect(await cart()).toEqual(added.body);
  });

  test("merges the same product and denomination into one line [W-11]", async () => {
    const first = await add(item());
    const again = await add(item({ quantity: 3, to_pay: 750 }), item({ selectedDenomination: 100, to_pay: 200 }));
    expect(again.body).toHaveLength(2);
    expect(again.body[0]).toMatchObject({ id: first.body[0].id, quantity: 5, to_pay: 1250 });
    expect(await cart()).toHaveLength(2);
  });

  test("sets quantity and denomination with PATCH [W-12]", async () => {
    const [line] = (await add(item())).body;
    const changed = await change({ id: line.id, quantity: 3, to_pay: 300, selectedDenomination: 100 });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...line, quantity: 3, price: 100, to_pay: 300, selectedDenomination: 100 });
    expect(await cart()).toEqual([changed.body]);
  });

  test("merges a line into the line that has its new denomination [W-12]", async () => {
    const lines = (await add(item(), item({ selectedDenomination: 100, to_pay: 200 }))).body;
    const changed = await change({ id: lines[0].id, quantity: 1, selectedDenomination: 100 });
    expect(changed.body).toMatchObject({ id: lines[0].id, quantity: 3, price: 100 });
    expect(await cart()).toEqual([changed.body]);
  });

  test("removes the line with DELETE, and answers 404 the second time [W-13]", async () => {
    const [line] = (await add(item())).body;
    expect((await api.request("DELETE", "/cart/", { token, body: { id: line.id } })).status).toBe(200);
    expect(await cart()).toEqual([]);
    expect((await api.request("DELETE", "/cart/", { token, body: { id: line.id } })).status).toBe(404);
  });

  test("counts the cards in the cart of the shopper alone in GET /user-data/", async () => {
    const countOf = async (bearer: string) =>
      (await api.request("GET", "/user-data/", { token: bearer })).body.cart_count;
    const other = await api.signUp();
    expect(await countOf(token)).toBe(0);
    await add(item(), item({ product_id: PRODUCT.range, quantity: 3, to_pay: 900, selectedDenomination: 300 }));
    const lines: { quantity: number }[] = await cart();
    expect(lines.map(({ quantity }) => quantity)).toEqual([2, 3]);
    expect([await countOf(token), await countOf(other.token)]).toEqual([5, 0]);
  });

  test("hides another shopper's line", async () => {
    const [line] = (await add(item())).body;
    const other = await api.signUp();
    const unknown = await api.request("PATCH", "/cart/", { token: other.token, body: { id: "none", quantity: 1 } });
    for (const method of ["PATCH", "DELETE"]) {
      const answer = await api.request(method, "/cart/", { token: other.token, body: { id: line.id, quantity: 1 } });
      expect([answer.status, answer.text]).toEqual([404, unknown.text]);
    }
    expect(await cart()).toEqual([line]);
  });

  test.each([-1, 0, 1.5, 1000, 2 ** 31, 2 ** 53 + 2, "5", " 5 ", "1e3", "٥", "", null, [5], true, {}])(
    "refuses the quantity %j [INP-03]",
    async (quantity) => {
      const answer = await add(item({ quantity, to_pay: undefined }));
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty(["cart_items.0.quantity"]);
      expect(await cart()).toEqual([]);
    },
  );

  test("says how many cards an order's greatest total pays for, in words of a quantity [INP-03]", async () => {
    const dear = { product_id: PRODUCT.range, selectedDenomination: 1500, quantity: 1 };
    const text = "At most 666 of one card of this amount can be ordered at once.";
    const tooMany = await add({ ...dear, quantity: 667, to_pay: 667 * 1500 });
    expect([tooMany.status, tooMany.body.detail]).toEqual([400, text]);
    const { body } = await add({ ...dear, to_pay: 1500 });
    const changed = await change({ id: body[0].id, quantity: 999, to_pay: 999 * 1500 });
    expect([changed.status, changed.body.detail]).toEqual([400, text]);
    expect((await change({ id: body[0].id, quantity: 666, to_pay: 666 * 1500 })).status).toBe(200);
  });

  test("refuses 1e400 in the body as a quantity [INP-03]", async () => {
    const body = '{"cart_items":[{"product_id":1,"quantity":1e400,"selectedDenomination":100}]}';
    expect((await api.request("POST", "/cart/", { token, body })).status).toBe(400);
  });

  test.each([
    [PRODUCT.choices, 99, "Value is less than the minimum allowed amount of 100"],
    [PRODUCT.choices, 501, "Exceeds the maximum allowed amount of 500"],
    [PRODUCT.choices, 300, "This value is not offered."],
    [PRODUCT.range, 199, "Value is less than the minimum allowed amount of 200"],
    [PRODUCT.range, 5001, "Exceeds the maximum allowed amount of 5000"],
    [PRODUCT.range, 250.5, "This value is not offered."],
  ])("refuses product %i at %d [INP-04]", async (product_id, selectedDenomination, text) => {
    const answer = await add(item({ product_id, selectedDenomination, quantity: 1, to_pay: undefined }));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: text, errors: { selectedDenomination: text } });
    expect(await cart()).toEqual([]);
  });

  test.each([0, -250, 0.001, 1e15, "250", null, [250]])(
    "refuses the denomination %j [INP-04]",
    async (selectedDenomination) => {
      expect((await add(item({ selectedDenomination, to_pay: undefined }))).status).toBe(400);
    },
  );

  test("accepts a fixed value with paise and any whole rupee of a range [INP-04]", async () => {
    const paise = { product_id: PRODUCT.paise, quantity: 3, to_pay: 298.5, selectedDenomination: 99.5 };
    const range = { product_id: PRODUCT.range, quantity: 1, to_pay: 201, selectedDenomination: 201 };
    expect((await add(paise, range)).body).toMatchObject([{ to_pay: 298.5 }, { to_pay: 201 }]);
  });

  test("refuses unavailable and sold-out products, and the whole request with them [INP-04]", async () => {
    for (const product_id of [PRODUCT.unavailable, PRODUCT.outOfStock]) {
      const answer = await add(item(), { product_id, quantity: 1, selectedDenomination: 100 });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual({ product_id: "is not available" });
    }
    expect((await add(item({ product_id: 999 }))).status).toBe(404);
    expect(await cart()).toEqual([]);
  });

  test("answers 409 to a to_pay that is not price times quantity [INP-05]", async () => {
    for (const to_pay of [499.99, 500.01, 5, 0]) expect((await add(item({ to_pay }))).status).toBe(409);
    expect(await cart()).toEqual([]);
    const [line] = (await add(item())).body;
    expect((await change({ id: line.id, quantity: 4, to_pay: 10 })).status).toBe(409);
    expect(await cart()).toEqual([line]);
  });

  test("makes one line of ten from ten adds at once [MON-17]", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(item({ quantity: 1, to_pay: 250 }))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await cart()).toMatchObject([{ quantity: 10, to_pay: 2500 }]);
  });

  test("limits the lines of a cart and the number of one card [MON-17]", async () => {
    const fixed = Array.from({ length: 6 }, (_, index) => ({
      product_id: 7 + index,
      quantity: 1,
      selectedDenomination: 110 + index * 10,
    }));
    expect((await add(...fixed.slice(0, 5))).status).toBe(201);
    expect((await add(fixed[5]!)).status).toBe(400);
    expect((await add({ ...fixed[0]!, quantity: 999 })).status).toBe(400);
    expect(await cart()).toHaveLength(5);
  });

  test("answers 401 to each cart call without a bearer", async () => {
    for (const method of ["GET", "POST", "PATCH", "DELETE"])
      expect((await api.request(method, "/cart/", method === "GET" ? {} : { body: {} })).status).toBe(401);
  });
});
