import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { createShopper, fillCart, notify, paymentOf, place, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { createStatementLog } from "../../helpers/database/counted-work.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const line = (product_id: number, selectedDenomination: number, quantity: number, more: object = {}) => ({
  product_id,
  selectedDenomination,
  quantity,
  ...more,
});

describe.each(engines)("stock on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const get = async (path: string, token?: string) => (await api.request("GET", path, { token })).body;
  type Stock = { amount: number | null; left: number | null; expires_at?: string };
  const fullStockOf = async (product: number): Promise<Stock[]> =>
    (await get(`/products/?id=${product}`)).results[0].stock;
  const stockOf = async (product: number) => (await fullStockOf(product)).map(({ amount, left }) => ({ amount, left }));
  const cartOf = async (token: string) =>
    (await get("/cart/", token)).map(({ stock_left }: { stock_left?: number }) => stock_left);

  test("shows for each amount sold out, the number up to ten, or that there are more", async () => {
    const product = PRODUCT.choices;
    expect(await stockOf(product)).toEqual([100, 250, 500].map((amount) => ({ amount, left: 0 })));
    await stockUp(api, 10, { product, rupees: 250 });
    await stockUp(api, 11, { product, rupees: 500 });
    const expected = [
      { amount: 100, left: 0 },
      { amount: 250, left: 10 },
      { amount: 500, left: null },
    ];
    expect(await stockOf(product)).toEqual(expected);
    for (const path of ["/search/?q=crust", "/products/", "/products/sort/?sort=asc"]) {
      const answer = await get(path);
      const products = answer.results?.products ?? answer.results ?? answer;
      expect(products.find(({ id }: { id: number }) => id === product).stock).toEqual(expected);
    }
  });

  test("counts vouchers of open value for every amount, and no expired ones", async () => {
    const product = 7;
    const voucher = { pin: null, claimUrl: null, faceValue: 11_000, expiresAt: api.clock.now() + 31 * DAY_MS };
    await addVoucherStock(api.shop(), product, [{ ...voucher, cardNumber: "LAPSES-1" }]);
    await stockUp(api, 2, { product });
    expect(await stockOf(product)).toEqual([{ amount: 110, left: 3 }]);
    api.clock.turn(DAY_MS);
    expect(await stockOf(product)).toEqual([{ amount: 110, left: 2 }]);
  });

  test("shows which amounts of a product of any amount have vouchers of their own", async () => {
    const product = PRODUCT.range;
    await stockUp(api, 3, { product, rupees: 750 });
    expect(await stockOf(product)).toEqual([
      { amount: 750, left: 3 },
      { amount: null, left: 0 },
    ]);
    await stockUp(api, 9, { product });
    expect(await stockOf(product)).toEqual([
      { amount: 750, left: null },
      { amount: null, left: 9 },
    ]);
  });

  test("tells a cart line that exceeds it how many are left; beyond ten in steps", async () => {
    await stockUp(api, 8, { product: 8, rupees: 120 });
    await stockUp(api, 37, { product: 9, rupees: 130 });
    const cart = [line(8, 120, 10), line(9, 130, 40), line(10, 140, 1), line(8, 120, 1, { gift: GIFT })];
    const { token } = await createShopper(api, { cart });
    expect(await cartOf(token)).toEqual([8, 25, 0, 0]);
    const [first] = await get("/cart/", token);
    const body = { id: first.id, quantity: 7, selectedDenomination: 120 };
    expect((await api.request("PATCH", "/cart/", { token, body })).body).not.toHaveProperty("stock_left");
    expect(await cartOf(token)).toEqual([undefined, 25, 0, undefined]);
  });

  test("is shared among lines of one product, in the cart and in the order", async () => {
    await stockUp(api, 1, { product: 11, rupees: 150 });
    await stockUp(api, 2, { product: 11 });
    const cart = [line(11, 150, 2), line(11, 150, 2, { gift: GIFT })];
    const { token } = await createShopper(api, { cart });
    expect(await cartOf(token)).toEqual([undefined, 1]);
    const refused = await place(api, token, { amount: 600 });
    expect([refused.status, refused.body.detail]).toEqual([409, "Only 1 card of Night 5 of ₹150.00 is left."]);
    await stockUp(api, 1, { product: 11 });
    expect((await place(api, token, { amount: 600 })).status).toBe(201);
  });

  test("is marked as sold out in the cart for products that left the shop", async () => {
    await stockUp(api, 3, { product: 12 });
    const { token } = await createShopper(api, { cart: [line(12, 160, 1)] });
    expect(await cartOf(token)).toEqual([undefined]);
    const setAvailable = (is_available: number) =>
      api
        .shop()
        .db.transaction((tx) => tx.updateTable("products").set({ is_available }).where("id", "=", 12).execute());
    await setAvailable(0);
    expect(await cartOf(token)).toEqual([0]);
    await setAvailable(1);
  });

  test("goes to the first of two shoppers for the last voucher, and the cart and checkout of the second refuse", async () => {
    await stockUp(api, 1, { product: 13, rupees: 170 });
    const shoppers = [
      await createShopper(api, { cart: [line(13, 170, 1)] }),
      await createShopper(api, { cart: [line(13, 170, 1)] }),
    ];
    const [first, second] = shoppers.map(({ token }) => token) as [string, string];
    expect([await cartOf(first), await cartOf(second)]).toEqual([[undefined], [undefined]]);
    const { orderId } = await placeOne(api, first, { amount: 170 });
    await notify(api, { ...(await paymentOf(api, orderId)) });
    expect(await stockOf(13)).toEqual([{ amount: 170, left: 0 }]);
    expect(await cartOf(second)).toEqual([0]);
    const refused = await place(api, second, { amount: 170 });
    expect([refused.status, refused.body.detail]).toEqual([409, "Night 7 of ₹170.00 is sold out."]);
  });

  describe("the first expiry of a single product", () => {
    const daysOf = async (product: number) =>
      (await fullStockOf(product)).map(({ expires_at }) =>
        expires_at === undefined ? null : (Date.parse(expires_at) - api.clock.now()) / DAY_MS,
      );
    let cards = 0;
    const addCards = (product: number, faceValue: number | null, days: (number | null)[]) =>
      addVoucherStock(
        api.shop(),
        product,
        days.map((left) => ({
          cardNumber: `FIRST-${++cards}`,
          pin: null,
          claimUrl: null,
          faceValue,
          expiresAt: left === null ? null : api.clock.now() + left * DAY_MS,
        })),
      );

    test("is that of the cards that are sold, of its amount or of any", async () => {
      await addCards(8, 12_000, [29, 80, 60, null]);
      expect(await daysOf(8)).toEqual([60]);
      await addCards(8, null, [null, 45]);
      expect(await daysOf(8)).toEqual([45]);
    });

    test("is the promised one for cards without a date, and absent if none is left", async () => {
      await addCards(14, 18_000, [29]);
      expect(await daysOf(14)).toEqual([null]);
      await addCards(14, 18_000, [null]);
      expect(await daysOf(14)).toEqual([365]);
    });

    test("is of an amount within a range apart from every other", async () => {
      await addCards(PRODUCT.range, 75_000, [70]);
      await addCards(PRODUCT.range, null, [90]);
      expect(await daysOf(PRODUCT.range)).toEqual([70, 90]);
    });

    test("is not read for a list", async () => {
      expect(JSON.stringify((await get("/products/?perPage=48")).results)).not.toContain("expires_at");
    });
  });
});

const GIFT = { recipient_name: "Ravi", recipient_email: "ravi@example.test" };

describe.each(engines)("the queries of a list on %s", (engine) => {
  const log = createStatementLog();
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { wrapDatabase: log.watch });
  });
  afterAll(() => api.close());

  test("number the same for twenty products as for two", async () => {
    const countFor = async (perPage: number) => {
      log.take();
      const { body } = await api.request("GET", `/products/?perPage=${perPage}`);
      expect(body.results).toHaveLength(perPage);
      return log.take().length;
    };
    expect(await countFor(20)).toBe(await countFor(2));
  });

  test("the cart of a shopper with many lines is one query", async () => {
    const { token } = await createShopper(api, { cart: [line(PRODUCT.choices, 100, 1)] });
    const count = async () => {
      log.take();
      await api.request("GET", "/cart/", { token });
      return log.take().length;
    };
    const one = await count();
    await fillCart(api, token, [line(PRODUCT.choices, 250, 1), line(PRODUCT.range, 300, 1), line(9, 130, 1)]);
    expect(await count()).toBe(one);
  });
});
