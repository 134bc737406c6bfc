import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { listStock } from "../../../api/catalogue/list-stock.ts";
import { indianDay } from "../../../api/domain/days.ts";
import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  createNightCards,
  createShopper,
  fillCart,
  notify,
  paymentOf,
  place,
  placeOne,
  runWorker,
  type Shopper,
  statusOf,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `days` from now until each card ends; null without an expiry date. */
type Ends = (number | null)[];

describe.each(engines)("the shelf life of cards on %s", (engine) => {
  let api: TestApi;
  const nextNight = createNightCards();
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  async function nextCard(days: Ends, openDays: Ends = []) {
    const card = nextNight();
    await stock(card, days, card.selectedDenomination * 100);
    await stock(card, openDays, null);
    return card;
  }
  type Card = Awaited<ReturnType<typeof nextCard>>;

  let cards = 0;
  const stock = ({ product_id }: Card, days: Ends, faceValue: number | null) =>
    addVoucherStock(
      api.shop(),
      product_id,
      days.map((left) => ({
        cardNumber: `SHELF-${++cards}`,
        pin: null,
        claimUrl: null,
        faceValue,
        expiresAt: left === null ? null : api.clock.now() + left * DAY_MS,
      })),
    );

  const daysUntil = (time: string) => (Date.parse(time) - api.clock.now()) / DAY_MS;
  const amountOf = ({ selectedDenomination, quantity }: Card) => selectedDenomination * quantity;
  const cartOf = async ({ token }: Shopper) =>
    (await api.request("GET", "/cart/", { token })).body as { product: { expiry_date: string }; stock_left?: number }[];
  const shownDays = async (shopper: Shopper) =>
    (await cartOf(shopper)).map(({ product }) => daysUntil(product.expiry_date));
  const inDays = (days: number) => indianDay(api.clock.now() + days * DAY_MS);
  const giftIn = (days: number) => ({
    recipient_name: "Ravi",
    recipient_email: "ravi@example.test",
    message: "",
    send_on: inDays(days),
  });
  async function buy({ token }: Shopper, amount: number): Promise<string> {
    const { orderId } = await placeOne(api, token, { amount });
    await notify(api, await paymentOf(api, orderId));
    return orderId;
  }
  const cardDays = async (orderId: string, held: "reserved_for" | "order_item_id") => {
    const rows = await api
      .shop()
      .db.read.selectFrom("vouchers")
      .innerJoin("order_items", "order_items.id", `vouchers.${held}`)
      .select("vouchers.expires_at")
      .where("order_id", "=", orderId)
      .orderBy("vouchers.expires_at")
      .execute();
    return rows.map(({ expires_at }) => expires_at && (expires_at - api.clock.now()) / DAY_MS);
  };
  const reservedDays = (orderId: string) => cardDays(orderId, "reserved_for");
  const boughtDays = async ({ token }: Shopper, orderId: string) =>
    ((await vouchersOf(api, token, orderId)) as unknown as { expires_at: string }[])
      .map(({ expires_at }) => daysUntil(expires_at))
      .toSorted((one, other) => one - other);
  const stockLeft = async ({ product_id }: Card) =>
    (await api.request("GET", `/products/?id=${product_id}`)).body.results[0].stock[0].left;

  test("sells those that expire first before others, whatever their time in stock, and those without a date last", async () => {
    const card = await nextCard([null, 400, 90, 60], [500, 35]);
    const shopper = await createShopper(api, { cart: [{ ...card, quantity: 2 }] });
    expect(await shownDays(shopper)).toEqual([60]);
    const orderId = await buy(shopper, 2 * amountOf(card));
    expect(await boughtDays(shopper, orderId)).toEqual([60, 90]);
    const other = await createShopper(api, { cart: [{ ...card, quantity: 3 }] });
    expect(await shownDays(other)).toEqual([35]); // 400, 365 from the sale, then the first open one
    expect(await boughtDays(other, await buy(other, 3 * amountOf(card)))).toEqual([35, 365, 400]);
  });

  test("does not sell those that expire within the brand's days, and shows the first of the rest", async () => {
    const card = await nextCard([0.5, 29.9, 30, 30.1]);
    const shopper = await createShopper(api, { cart: [{ ...card, quantity: 2 }] });
    expect(await stockLeft(card)).toBe(1);
    expect(await cartOf(shopper)).toMatchObject([{ stock_left: 1 }]);
    expect((await place(api, shopper.token, { amount: 2 * amountOf(card) })).body.detail).toMatch(/^Only 1 card of/);
    const other = await createShopper(api, { cart: [card] });
    expect(await shownDays(other)).toEqual([30.1]);
    expect(await boughtDays(other, await buy(other, amountOf(card)))).toEqual([30.1]);
    expect(await stockLeft(card)).toBe(0);
    expect((await listStock(api.shop())).find(({ name }) => name === `Night ${card.product_id - 6}`)).toMatchObject({
      inStock: 0,
      tooShort: 3,
      issued: 1,
    });
  });

  test("ceases to be enough when a day has passed, without any change of the stock", async () => {
    const card = await nextCard([30.5]);
    expect(await stockLeft(card)).toBe(1);
    api.clock.turn(DAY_MS);
    expect(await stockLeft(card)).toBe(0);
  });

  test("counts from the delivery of a dated gift, and leaves shorter cards to the shopper's other lines", async () => {
    const card = await nextCard([40, 80, 131, 200]);
    const shopper = await createShopper(api, { cart: [] });
    await fillCart(api, shopper.token, [{ ...card, gift: giftIn(100) }]);
    await fillCart(api, shopper.token, [{ ...card, quantity: 2 }]);
    expect(await shownDays(shopper)).toEqual([131, 40]);
    const { orderId } = await placeOne(api, shopper.token, { amount: 3 * amountOf(card) });
    expect(await reservedDays(orderId)).toEqual([40, 80, 131]);
    await notify(api, await paymentOf(api, orderId));
    expect(await boughtDays(shopper, orderId)).toEqual([40, 80]); // the third is the recipient's
  });

  test("refuses a dated gift that no card outlasts, although others are in stock", async () => {
    const card = await nextCard([100, 129]);
    const shopper = await createShopper(api, { cart: [{ ...card, gift: giftIn(100) } as Card] });
    expect(await cartOf(shopper)).toMatchObject([{ stock_left: 0 }]);
    expect((await place(api, shopper.token, { amount: amountOf(card) })).body.detail).toMatch(/is sold out/);
    expect(await stockLeft(card)).toBe(2);
  });

  test("shows the date of cards that the shopper's pending order holds, which the next order takes again", async () => {
    const card = await nextCard([45, 90]);
    const shopper = await createShopper(api, { cart: [card] });
    await placeOne(api, shopper.token, { amount: amountOf(card) });
    expect(await shownDays(shopper)).toEqual([45]);
    expect(await shownDays(await createShopper(api, { cart: [card] }))).toEqual([90]);
    const { orderId } = await placeOne(api, shopper.token, { amount: amountOf(card) });
    expect(await reservedDays(orderId)).toEqual([45]);
  });

  test("shows two lines the dates of the cards that each would get", async () => {
    const card = await nextCard([45, 50, 70, 90]);
    const shopper = await createShopper(api, { cart: [{ ...card, quantity: 2 }] });
    await fillCart(api, shopper.token, [{ ...card, quantity: 2, gift: { ...giftIn(0), send_on: null } } as Card]);
    expect(await shownDays(shopper)).toEqual([45, 70]);
  });

  test("shows the product's days where no card has a date", async () => {
    const card = await nextCard([null]);
    expect(await shownDays(await createShopper(api, { cart: [card] }))).toEqual([365]);
  });

  test("does not keep a reserved card from its order, which was shown the date", async () => {
    const card = await nextCard([30.001]);
    const shopper = await createShopper(api, { cart: [card] });
    const { orderId } = await placeOne(api, shopper.token, { amount: amountOf(card) });
    api.clock.turn(4 * 60_000);
    await notify(api, await paymentOf(api, orderId));
    expect(await statusOf(api, shopper.token, orderId)).toBe("success");
  });

  test("counts from the delivery of a dated gift that is paid late, too", async () => {
    const card = await nextCard([131, 200]);
    const shopper = await createShopper(api, { cart: [{ ...card, gift: giftIn(100) } as Card] });
    const { orderId } = await placeOne(api, shopper.token, { amount: amountOf(card) });
    const payment = await paymentOf(api, orderId);
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    await stock(card, [60], card.selectedDenomination * 100);
    await notify(api, payment);
    expect((await cardDays(orderId, "order_item_id")).map((days) => Math.ceil(days ?? 0))).toEqual([131]);
  });

  test("gives twenty shoppers at once the twenty cards that expire first, each of them once", async () => {
    const ends = Array.from({ length: 40 }, (_, index) => 31 + ((index * 7) % 40));
    const card = await nextCard([1, 5, ...ends]);
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => createShopper(api, { cart: [card] })));
    const orders = await Promise.all(
      shoppers.map(async ({ token }) => (await placeOne(api, token, { amount: amountOf(card) })).orderId as string),
    );
    const taken = await Promise.all(orders.map(reservedDays));
    expect(taken.map(({ length }) => length)).toEqual(orders.map(() => 1));
    const first = ends.toSorted((one, other) => one - other).slice(0, 20);
    expect(taken.flat().toSorted((one, other) => one! - other!)).toEqual(first);
  });
});
