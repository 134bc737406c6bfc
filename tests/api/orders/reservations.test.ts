import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { listStock } from "../../../api/catalogue/list-stock.ts";
import { holdOrder } from "../../../api/repositories/orders/orders.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { addVoucherStock } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  createNightCards,
  createShopper,
  fillCart,
  notify,
  orderRow,
  paymentOf,
  place,
  placeOne,
  runWorker,
  type Shopper,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 300_000;
const CHECK_MS = 600_000;
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(engines)("reserved stock on %s", (engine) => {
  let api: TestApi;
  const nextCard = createNightCards();
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  type Card = ReturnType<typeof nextCard>;

  /** Shoppers with the card in their carts. */
  const shoppers = (card: Card, count: number, coins = 0): Promise<Shopper[]> =>
    Promise.all(Array.from({ length: count }, () => createShopper(api, { cart: [card], coins })));

  const order = async ({ token }: Shopper, card: Card): Promise<string> =>
    (await placeOne(api, token, { amount: card.selectedDenomination * card.quantity })).orderId;

  /** The answer to an order that finds too few cards; undefined for one that is taken. */
  async function refusal({ token }: Shopper, card: Card): Promise<string | undefined> {
    const { status, body } = await place(api, token, { amount: card.selectedDenomination * card.quantity });
    return status === 201 ? undefined : body.detail;
  }

  const pay = async (orderId: string, change: object = {}) =>
    notify(api, { ...(await paymentOf(api, orderId)), ...change });

  /** The payment is declined, and nobody pays again before the window ends. */
  async function fail(orderId: string) {
    await pay(orderId, { result: "failed" });
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect((await orderRow(api, orderId)).status).toBe("failed");
  }

  const rowsOf = (card: Card) =>
    api
      .shop()
      .db.read.selectFrom("vouchers")
      .leftJoin("order_items as reserving", "reserving.id", "vouchers.reserved_for")
      .leftJoin("order_items as issued", "issued.id", "vouchers.order_item_id")
      .select([
        "vouchers.id",
        "vouchers.expires_at",
        "reserving.order_id as reservedFor",
        "issued.order_id as issuedTo",
      ])
      .where("vouchers.product_id", "=", card.product_id)
      .orderBy("vouchers.created_at")
      .orderBy("vouchers.id")
      .execute();

  const holders = async (card: Card) => (await rowsOf(card)).map(({ reservedFor }) => reservedFor);
  const stockLine = async ({ product_id }: Card) =>
    (await listStock(api.shop())).find(
      ({ name, inStock, reserved }) => name === `Night ${product_id - 6}` && inStock + reserved > 0,
    );
  const stockLeft = async ({ product_id }: Card) =>
    (await api.request("GET", `/products/?id=${product_id}`)).body.results[0].stock[0].left;
  const cartLine = async ({ token }: Shopper) => (await api.request("GET", "/cart/", { token })).body[0];
  const askForNotice = ({ token }: Shopper, { product_id, selectedDenomination }: Card) =>
    api.request("POST", "/stock-notice/", { token, body: { product_id, denomination: selectedDenomination } });

  test("is sold out for everybody but the shopper whose order holds it", async () => {
    const card = nextCard();
    await stockUp(api, 1, { product: card.product_id });
    const [first, second] = await shoppers(card, 2);
    expect([await stockLeft(card), (await askForNotice(second!, card)).status]).toEqual([1, 409]);
    const orderId = await order(first!, card);
    expect(await holders(card)).toEqual([orderId]);
    expect(await refusal(second!, card)).toMatch(/^Night \d+ of ₹\d+\.00 is sold out\.$/);
    expect([await stockLeft(card), await stockLine(card)]).toEqual([
      0,
      expect.objectContaining({ inStock: 0, reserved: 1 }),
    ]);
    expect((await cartLine(second!)).stock_left).toBe(0);
    expect((await askForNotice(second!, card)).status).toBe(201);
    expect(await cartLine(first!)).not.toHaveProperty("stock_left");
  });

  test("moves to the shopper's next order, and the rest is free again", async () => {
    const card = { ...nextCard(), quantity: 2 };
    await stockUp(api, 2, { product: card.product_id, rupees: card.selectedDenomination });
    const [first, second] = await shoppers(card, 2);
    const one = await order(first!, card);
    expect(await holders(card)).toEqual([one, one]);
    const two = await order(first!, card);
    expect(await holders(card)).toEqual([two, two]);
    const line = await cartLine(first!);
    await api.request("PATCH", "/cart/", { token: first!.token, body: { id: line.id, quantity: 1 } });
    const three = await order(first!, { ...card, quantity: 1 });
    expect((await holders(card)).filter((id) => id === three)).toHaveLength(1);
    expect(await refusal(second!, card)).toMatch(/^Only 1 card of Night \d+ of ₹\d+\.00 is left\.$/);
  });

  test.each([
    ["expires", async (_orderId: string) => (api.clock.turn(WINDOW_MS), runWorker(api))],
    ["fails", (orderId: string) => fail(orderId)],
    ["is paid with another amount", (orderId: string) => pay(orderId, { amount: 1 })],
  ])("is free again, and announced to who waits for it, when the order %s", async (_how, end) => {
    const card = nextCard();
    await stockUp(api, 1, { product: card.product_id });
    const [first, second] = await shoppers(card, 2);
    const orderId = await order(first!, card);
    await askForNotice(second!, card);
    await runWorker(api);
    expect(api.mails.filter(({ to }) => to === second!.email)).toEqual([]);
    await end(orderId);
    expect([await holders(card), await stockLeft(card)]).toEqual([[null], 1]);
    await runWorker(api);
    expect(api.mails.filter(({ to }) => to === second!.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Night \d+ is back/),
    ]);
    expect(await refusal(second!, card)).toBeUndefined();
  });

  test("is what the order gets, although older stock is free by then", async () => {
    const card = nextCard();
    await stockUp(api, 2, { product: card.product_id });
    const [first, second] = await shoppers(card, 2);
    const older = await order(first!, card);
    await pay(older, { result: "failed" });
    api.clock.turn(WINDOW_MS - 1);
    const newer = await order(second!, card);
    expect(await holders(card)).toEqual([older, newer]);
    api.clock.turn(1);
    await runWorker(api);
    expect(await holders(card)).toEqual([null, newer]);
    await pay(newer);
    expect(await rowsOf(card)).toMatchObject([
      { reservedFor: null, issuedTo: null },
      { reservedFor: null, issuedTo: newer },
    ]);
  });

  test("is taken of the exact value first, and then of open value", async () => {
    const card = { ...nextCard(), quantity: 3 };
    await stockUp(api, 2, { product: card.product_id });
    api.clock.turn(10);
    await stockUp(api, 2, { product: card.product_id, rupees: card.selectedDenomination });
    const [shopper] = await shoppers(card, 1);
    const orderId = await order(shopper!, card);
    expect(await holders(card)).toEqual([orderId, null, orderId, orderId]); // the open ones were first in stock
    await pay(orderId);
    expect(await vouchersOf(api, shopper!.token, orderId)).toHaveLength(3);
  });

  test("is taken again by an order that is paid late, as far as it is free", async () => {
    const card = nextCard();
    await stockUp(api, 1, { product: card.product_id });
    const [first, second, third] = await shoppers(card, 3);
    const one = await order(first!, card);
    await fail(one);
    const other = await order(second!, card);
    await fail(other);
    await pay(one);
    expect(await statusOf(api, first!.token, one)).toBe("success");
    expect(await refusal(third!, card)).toMatch(/is sold out/);
    await pay(other);
    expect(await statusOf(api, second!.token, other)).toBe("REFUND_DUE");
  });

  test("stays with a paid order that is held for review, until it is refused", async () => {
    const card = nextCard();
    await stockUp(api, 2, { product: card.product_id });
    const [first, second, third] = await shoppers(card, 3);
    const [onTime, late] = [await order(first!, card), await order(second!, card)];
    for (const id of [onTime, late]) await api.shop().db.transaction((tx) => hold(tx, id));
    await pay(onTime);
    await fail(late);
    await pay(late);
    expect(await holders(card)).toEqual([onTime, late]);
    expect(await refusal(third!, card)).toMatch(/is sold out/);
    api.clock.turn(CHECK_MS);
    await runWorker(api);
    expect(await holders(card)).toEqual([onTime, late]);
    await refuseOrder(api.shop(), late);
    await releaseOrder(api.shop(), onTime);
    expect(await rowsOf(card)).toMatchObject([{ issuedTo: onTime }, { issuedTo: null, reservedFor: null }]);
    const { body } = await api.login(third!.email); // the first access token has expired
    expect(await refusal({ ...third!, token: body.access_token }, card)).toBeUndefined();
  });

  const hold = (tx: Parameters<typeof holdOrder>[0], orderId: string) =>
    holdOrder(tx, orderId, "young_account", api.clock.now());

  test("is taken by an order for coins at once, also while that is held for review", async () => {
    const card = nextCard();
    await stockUp(api, 1, { product: card.product_id });
    const shop = api.shop();
    const { coins, limits } = shop.tenant;
    const { discountPercent } = coins;
    const [first, second] = await shoppers(card, 2, card.selectedDenomination);
    coins.discountPercent = 100;
    limits.reviewAccountsYoungerThanHours = 24;
    const { body } = await place(api, first!.token, { amount: 0, coins_used: card.selectedDenomination });
    limits.reviewAccountsYoungerThanHours = 0;
    expect((await orderRow(api, body.orderId)).review).toBe("held");
    expect(await holders(card)).toEqual([body.orderId]);
    const refused = await place(api, second!.token, { amount: 0, coins_used: card.selectedDenomination });
    coins.discountPercent = discountPercent;
    expect(refused.body.detail).toMatch(/is sold out/);
    await releaseOrder(shop, body.orderId);
    expect(await rowsOf(card)).toMatchObject([{ issuedTo: body.orderId, reservedFor: null }]);
  });

  test("is never an expired card, nor one that expires before it is paid; the operator sees both before", async () => {
    const card = nextCard();
    const { stock: rule } = api.shop().tenant;
    const { leastDays } = rule;
    rule.leastDays = 0;
    const now = api.clock.now();
    const stock = [-1, 60_000, 400 * DAY_MS].map((left, index) => ({
      cardNumber: `NIGHT-${card.product_id}-${index}`,
      pin: null,
      claimUrl: null,
      faceValue: null,
      expiresAt: now + left,
    }));
    await addVoucherStock(api.shop(), card.product_id, stock);
    expect(await stockLine(card)).toMatchObject({ inStock: 2, reserved: 0, short: 1, expired: 1 });
    const [shopper] = await shoppers(card, 1);
    const orderId = await order(shopper!, card);
    expect(await holders(card)).toEqual([null, orderId, null]);
    api.clock.turn(60_000);
    await pay(orderId);
    expect((await rowsOf(card)).map(({ issuedTo, reservedFor }) => issuedTo ?? reservedFor)).toEqual([
      null,
      null,
      orderId,
    ]);
    const [voucher] = await vouchersOf(api, shopper!.token, orderId);
    expect(voucher).toMatchObject({ expires_at: new Date(now + 400 * DAY_MS).toISOString() });
    rule.leastDays = leastDays;
  });

  test("is released by the worker when a version without reservations ended the order, and reported until then", async () => {
    const card = nextCard();
    await stockUp(api, 2, { product: card.product_id });
    const [first, second] = await shoppers(card, 2);
    const [over, sold] = [await order(first!, card), await order(second!, card)];
    const { db } = api.shop();
    await db.transaction((tx) => tx.updateTable("orders").set({ status: "failed" }).where("id", "=", over).execute());
    expect(await auditLedger(api.shop())).toEqual([`order ${over} (failed): line 0 still holds 1 cards`]);
    await runWorker(api);
    expect(await holders(card)).toEqual([over, sold]);
    await pay(sold);
    api.clock.turn(CHECK_MS);
    await runWorker(api);
    expect(await rowsOf(card)).toMatchObject([{ reservedFor: null, issuedTo: null }, { issuedTo: sold }]);
  });

  test("is replaced when a version without reservations gave it to another order", async () => {
    const card = nextCard();
    await stockUp(api, 2, { product: card.product_id });
    const [first, second] = await shoppers(card, 2);
    const one = await order(first!, card);
    const { db } = api.shop();
    const [{ id } = { id: "" }] = await rowsOf(card);
    const two = await order(second!, card);
    const item = await db.read
      .selectFrom("order_items")
      .select("id")
      .where("order_id", "=", two)
      .executeTakeFirstOrThrow();
    const give = (order_item_id: string | null) =>
      db.transaction((tx) => tx.updateTable("vouchers").set({ order_item_id }).where("id", "=", id).execute());
    await give(item.id);
    expect(await auditLedger(api.shop())).toContainEqual(
      expect.stringMatching(`^order ${one} .pending.: its card ${id} went to another order$`),
    );
    await give(null);
    await pay(one);
    await pay(two);
  });

  test("is refused to a line only when the lines before it took the cards", async () => {
    const card = nextCard();
    await stockUp(api, 2, { product: card.product_id });
    const [shopper] = await shoppers(card, 1);
    const gift = { recipient_name: "Ravi", recipient_email: "ravi@example.test", message: "" };
    await fillCart(api, shopper!.token, [{ ...card, gift }]);
    const orderId = await order(shopper!, { ...card, quantity: 2 });
    expect(await holders(card)).toEqual([orderId, orderId]);
    await pay(orderId);
    expect(await statusOf(api, shopper!.token, orderId)).toBe("success");
  });
});
