import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { warnOfLapsingCoins } from "../../../api/coins/expire-coins.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { newCouponCode } from "../../../api/domain/coins.ts";
import { expireCoins } from "../../../api/repositories/coins/coins.ts";
import { createCoupon } from "../../helpers/api/supply.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  coinsOf,
  createShopper,
  fillCart,
  newOrderNumber,
  notify,
  paymentOf,
  place,
  placeOne,
  runWorker,
  type Shopper,
  statusOf,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines, forgetVersion } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60_000;
const MINUTE_MS = 60_000;
const WINDOW_MS = 5 * MINUTE_MS;

/** An order of 1000 rupees with 100 coins. */
const WITH_COINS = { amount: 900, coins_used: 100 };

const grant = (api: TestApi, { userId }: Shopper, coins: number, doesExpire = true) =>
  grantCoins(api.shop(), { userId, amount: coins * 100, doesExpire });

const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

/** What is left of the shopper's lots, in coins, in the order in which they were credited. */
async function lotsOf(api: TestApi, { userId }: Shopper) {
  const lots = await api
    .shop()
    .db.read.selectFrom("coin_lots")
    .select("remaining")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
  return lots.map(({ remaining }) => remaining / 100);
}

/** A shopper with a cart of 1000 rupees and credits of so many coins, a minute apart. */
async function shopperWith(api: TestApi, ...credits: number[]) {
  const shopper = await createShopper(api);
  for (const coins of credits) {
    api.clock.turn(MINUTE_MS);
    await grant(api, shopper, coins);
  }
  return shopper;
}

/** Signs the shopper in again after the clock was turned beyond a token's life. */
const signInAgain = async (api: TestApi, shopper: Shopper) => {
  shopper.token = (await api.login(shopper.email)).body.access_token;
};

describe.each(engines)("coins that lapse, on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  const history = async ({ token }: Shopper) => (await api.request("GET", "/coins-history", { token })).body.coins;

  test("expire after the tenant's days, with an entry that says so; a grant without end stays", async () => {
    const shopper = await createShopper(api, { cart: [] });
    const code = newCouponCode();
    await createCoupon(api.shop(), { code, amount: 5_050 });
    await api.request("POST", "/load-coin/", { token: shopper.token, body: { coupon_code: code } });
    const at = new Date(api.clock.now() + 7 * DAY_MS).toISOString();
    expect(await history(shopper)).toContainEqual(
      expect.objectContaining({ coupon_code: code, reason: "coupon", amount: 50.5, expires_at: at }),
    );
    api.clock.turn(MINUTE_MS);
    await grant(api, shopper, 20, false);
    api.clock.turn(7 * DAY_MS - MINUTE_MS - 1);
    await runWorker(api);
    await signInAgain(api, shopper);
    expect(await coinsOf(api, shopper.token)).toBe(70.5);
    api.clock.turn(1);
    await runWorker(api);
    await runWorker(api);
    expect(await coinsOf(api, shopper.token)).toBe(20);
    expect(await history(shopper)).toEqual([
      expect.objectContaining({ coupon_code: code, reason: "expiry", amount: -50.5, is_redeemed: true }),
      expect.objectContaining({ coupon_code: "Bonus coins", reason: "grant", amount: 20, expires_at: null }),
      expect.objectContaining({ coupon_code: code, reason: "coupon", amount: 50.5, expires_at: null }),
    ]);
    const balances = (await history(shopper)).map(({ balance_after }: { balance_after: number }) => balance_after);
    expect(balances).toEqual([20, 70.5, 50.5]);
  });

  test("are spent in the order they were credited, and those that never expire last", async () => {
    const shopper = await createShopper(api);
    await grant(api, shopper, 500, false);
    api.clock.turn(MINUTE_MS);
    await grant(api, shopper, 60);
    api.clock.turn(MINUTE_MS);
    await grant(api, shopper, 30);
    await placeOne(api, shopper.token, WITH_COINS);
    expect(await lotsOf(api, shopper)).toEqual([490, 0, 0]);
  });

  test("return from an expired order to the same lots, with their former expiry [MON-12]", async () => {
    const shopper = await shopperWith(api, 60, 80);
    await placeOne(api, shopper.token, WITH_COINS);
    expect(await lotsOf(api, shopper)).toEqual([0, 40]);
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect(await lotsOf(api, shopper)).toEqual([60, 80]);
    api.clock.turn(7 * DAY_MS - WINDOW_MS - MINUTE_MS);
    await runWorker(api);
    expect(await lotsOf(api, shopper)).toEqual([0, 80]);
  });

  test("do not expire while an order holds them, and are spent by its payment", async () => {
    const shopper = await shopperWith(api, 100);
    api.clock.turn(7 * DAY_MS - MINUTE_MS);
    await signInAgain(api, shopper);
    const { orderId } = await placeOne(api, shopper.token, WITH_COINS);
    api.clock.turn(2 * MINUTE_MS);
    await runWorker(api);
    await notify(api, await paymentOf(api, orderId));
    expect(await statusOf(api, shopper.token, orderId)).toBe("success");
    expect(await lotsOf(api, shopper)).toEqual([0]);
    expect((await history(shopper)).map(({ reason }: { reason: string }) => reason)).toEqual(["order", "grant"]);
  });

  test("are gone when they expired under an expired order, and a late payment is due back", async () => {
    const shopper = await shopperWith(api, 100);
    api.clock.turn(7 * DAY_MS - MINUTE_MS);
    await signInAgain(api, shopper);
    const { orderId } = await placeOne(api, shopper.token, WITH_COINS);
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect(await coinsOf(api, shopper.token)).toBe(0);
    await notify(api, await paymentOf(api, orderId));
    expect(await statusOf(api, shopper.token, orderId)).toBe("REFUND_DUE");
  });

  test("do not pay for an order paid late after they came back and expired", async () => {
    const shopper = await shopperWith(api, 100);
    const { orderId } = await placeOne(api, shopper.token, WITH_COINS);
    api.clock.turn(WINDOW_MS);
    await runWorker(api);
    expect(await coinsOf(api, shopper.token)).toBe(100);
    api.clock.turn(7 * DAY_MS);
    await notify(api, await paymentOf(api, orderId)); // before any worker has swept them
    await signInAgain(api, shopper);
    expect(await statusOf(api, shopper.token, orderId)).toBe("REFUND_DUE");
    await runWorker(api);
    expect((await history(shopper)).map(({ reason }: { reason: string }) => reason)).toEqual(["expiry", "grant"]);
  });

  test("buy nothing once expired, even before a worker has run [MON-07]", async () => {
    const shopper = await shopperWith(api, 100);
    api.clock.turn(7 * DAY_MS);
    await signInAgain(api, shopper);
    const refused = await place(api, shopper.token, WITH_COINS);
    expect(refused).toMatchObject({ status: 409, body: { coins: 0 } });
    expect(refused.body.detail).toBe("Insufficient coins for discount. Need 100 coins.");
  });

  test("do not count for a superseding order after they expired meanwhile [MON-16]", async () => {
    const shopper = await shopperWith(api, 100);
    api.clock.turn(7 * DAY_MS - MINUTE_MS);
    await signInAgain(api, shopper);
    await placeOne(api, shopper.token, WITH_COINS);
    api.clock.turn(2 * MINUTE_MS);
    expect((await place(api, shopper.token, WITH_COINS)).status).toBe(409);
    const { updatedCoins } = await placeOne(api, shopper.token);
    expect([updatedCoins, await coinsOf(api, shopper.token)]).toEqual([0, 0]);
  });

  /** Takes all odd cards out of stock but so many. */
  const leaveInStock = (count: number) =>
    api.shop().db.transaction(async (tx) => {
      const left = await tx
        .selectFrom("vouchers")
        .select("id")
        .where("product_id", "=", PRODUCT.paise)
        .where("order_item_id", "is", null)
        .execute();
      for (const { id } of left.slice(count)) await tx.deleteFrom("vouchers").where("id", "=", id).execute();
    });

  /** An order of two cards at 99.50 with ten coins that expire and 9.90 that do later or never; so many of them are in stock then. */
  async function orderOddCards(inStock: number, doesExpire = false) {
    const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 2 }];
    const shopper = await createShopper(api, { cart });
    await stockUp(api, 2, { product: PRODUCT.paise });
    await grant(api, shopper, 10);
    api.clock.turn(MINUTE_MS);
    await grant(api, shopper, 20, doesExpire);
    const { orderId } = await placeOne(api, shopper.token, { amount: 179.1, coins_used: 19.9 });
    await leaveInStock(inStock);
    return { shopper, orderId };
  }

  test.each([
    ["never lapse", false],
    ["lapse later", true],
  ])("return in part to the lots taken last: those that %s [MON-10]", async (_what, doesExpire) => {
    const { shopper, orderId } = await orderOddCards(1, doesExpire);
    await notify(api, await paymentOf(api, orderId));
    expect(await statusOf(api, shopper.token, orderId)).toBe("success");
    expect(await lotsOf(api, shopper)).toEqual([0.05, 20]);
  });

  test("return for vouchers that could not be delivered, with new days if they had expired [MON-10]", async () => {
    const { shopper, orderId } = await orderOddCards(0);
    api.clock.turn(7 * DAY_MS);
    // Late, but the gateway says so before the order's end is noticed.
    await notify(api, await paymentOf(api, orderId));
    await signInAgain(api, shopper);
    expect(await statusOf(api, shopper.token, orderId)).toBe("REFUND_DUE");
    await runWorker(api);
    expect(await coinsOf(api, shopper.token)).toBe(30);
    api.clock.turn(7 * DAY_MS);
    await runWorker(api);
    await signInAgain(api, shopper);
    expect(await coinsOf(api, shopper.token)).toBe(20);
  });

  test("are announced two days before, in the account and in one mail", async () => {
    const shopper = await shopperWith(api, 40, 60);
    await grant(api, shopper, 5, false);
    const user = async () => (await api.request("GET", "/user-data/", { token: shopper.token })).body;
    const mails = () => api.mails.filter(({ to }) => to === shopper.email);
    await runWorker(api);
    const at = api.clock.now() + 7 * DAY_MS - MINUTE_MS;
    // The older of the two grants ends first, and one of them never ends.
    expect(await user()).toMatchObject({
      coins_expiring: null,
      coins_ending: { amount: 40, at: new Date(at).toISOString() },
    });
    expect(mails()).toEqual([]);
    api.clock.turn(5 * DAY_MS - MINUTE_MS - 1);
    await runWorker(api);
    expect(mails()).toEqual([]);
    api.clock.turn(MINUTE_MS + 1);
    await runWorker(api);
    await runWorker(api);
    await signInAgain(api, shopper);
    expect((await user()).coins_expiring).toEqual({ amount: 100, at: new Date(at).toISOString() });
    expect(mails()).toHaveLength(1);
    expect(mails()[0]!.subject).toBe("100 coins expire soon");
    expect(mails()[0]!.text).toContain("100 coins of your balance at acme rewards expire soon");
  });

  test("are announced to nobody who has switched the reminder off", async () => {
    const shopper = await shopperWith(api, 40);
    const reminders = (method: string, body?: object) =>
      api.request(method, "/user/reminders/", { token: shopper.token, body });
    expect((await reminders("GET")).body).toEqual({ coins: true, by: "mail" });
    expect((await reminders("PUT", { coins: false })).body).toEqual({ coins: false, by: "mail" });
    expect((await reminders("GET")).body).toEqual({ coins: false, by: "mail" });
    expect((await reminders("PUT", { coins: "no" })).status).toBe(400);
    const other = await shopperWith(api, 40);
    api.clock.turn(6 * DAY_MS);
    await runWorker(api);
    const told = (email: string) => api.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(told(shopper.email)).not.toContain("40 coins expire soon");
    expect(told(other.email)).toContain("40 coins expire soon");
    expect(api.mails.find(({ to }) => to === other.email)!.text).toContain("/account/details");
  });

  test("are announced again after they came back with new days", async () => {
    const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1 }];
    const shopper = await createShopper(api, { cart });
    await stockUp(api, 1, { product: PRODUCT.paise });
    await grant(api, shopper, 10);
    const subjects = () => api.mails.filter(({ to }) => to === shopper.email).map(({ subject }) => subject);
    const lapsing = () => subjects().filter((subject) => subject.endsWith("expire soon"));
    api.clock.turn(6 * DAY_MS);
    await runWorker(api);
    expect(lapsing()).toEqual(["10 coins expire soon"]);
    await signInAgain(api, shopper);
    const { orderId } = await placeOne(api, shopper.token, { amount: 89.55, coins_used: 9.95 });
    await leaveInStock(0);
    api.clock.turn(2 * DAY_MS);
    await notify(api, await paymentOf(api, orderId));
    await runWorker(api);
    api.clock.turn(5 * DAY_MS);
    await runWorker(api);
    expect(lapsing()).toEqual(["10 coins expire soon", "9.95 coins expire soon"]);
  });

  test("are announced in one mail for each day of expiry", async () => {
    const shopper = await shopperWith(api, 40);
    api.clock.turn(DAY_MS);
    await grant(api, shopper, 60);
    const subjects = () => api.mails.filter(({ to }) => to === shopper.email).map(({ subject }) => subject);
    api.clock.turn(4 * DAY_MS);
    await runWorker(api);
    expect(subjects()).toEqual(["40 coins expire soon"]);
    for (const days of [0.5, 0.5, 0.5]) {
      api.clock.turn(days * DAY_MS);
      await runWorker(api);
    }
    expect(subjects()).toEqual(["40 coins expire soon", "100 coins expire soon"]);
  });

  test("are not announced when they were spent before the mail went out", async () => {
    const shopper = await shopperWith(api, 100);
    api.clock.turn(6 * DAY_MS);
    await signInAgain(api, shopper);
    await warnOfLapsingCoins(api.shop());
    await placeOne(api, shopper.token, WITH_COINS);
    await runWorker(api);
    expect(api.mails.filter(({ to, subject }) => to === shopper.email && /expire/.test(subject))).toEqual([]);
  });

  test("are shown to their own shopper only", async () => {
    const [one, other] = [await shopperWith(api, 10), await shopperWith(api, 20)];
    api.clock.turn(7 * DAY_MS);
    await runWorker(api);
    await signInAgain(api, one);
    await signInAgain(api, other);
    expect((await history(one)).map(({ amount }: { amount: number }) => amount).sort()).toEqual([-10, 10]);
    expect((await history(other)).map(({ amount }: { amount: number }) => amount).sort()).toEqual([-20, 20]);
  });
});

test.each(engines)("are sorted from a ledger without lots into the same lots: %s", async (engine) => {
  const api = await startTestApi(engine);
  await stockUp(api, 40);
  const shoppers = [await shopperWith(api, 60, 80), await shopperWith(api, 70, 50), await shopperWith(api, 100, 30)];
  const [paid, expired, pending] = await times(3, (index) => placeOne(api, shoppers[index]!.token, WITH_COINS));
  api.clock.turn(MINUTE_MS);
  await notify(api, await paymentOf(api, paid.orderId));
  await api.shop().db.transaction(async (tx) => {
    await tx.updateTable("orders").set({ expires_at: 0 }).where("id", "=", expired.orderId).execute();
  });
  await runWorker(api);
  await fillCart(api, shoppers[0]!.token, [{ product_id: PRODUCT.choices, selectedDenomination: 100, quantity: 1 }]);
  await placeOne(api, shoppers[0]!.token, { amount: 90, coins_used: 10 });
  const before = await times(3, (index) => lotsOf(api, shoppers[index]!));
  expect(before).toEqual([
    [0, 30],
    [70, 50],
    [0, 30],
  ]);

  await api.shop().db.transaction(async (tx) => {
    await tx.schema.dropTable("coin_lot_moves").execute();
    await tx.schema.dropTable("coin_lots").execute();
    await tx.deleteFrom("migrations").where("name", "=", "005-coin-lots").execute();
  });
  await forgetVersion(api.storage, "acme");
  const again = openDatabases(api);
  await (await again.open("acme")).close();
  await again.close();
  expect(await times(3, (index) => lotsOf(api, shoppers[index]!))).toEqual(before);
  expect(await auditLedger(api.shop())).toEqual([]);
  await placeOne(api, shoppers[2]!.token, { amount: 1000 });
  expect(await statusOf(api, shoppers[2]!.token, pending.orderId)).toBe("PAYMENT_EXPIRED");
  expect(await lotsOf(api, shoppers[2]!)).toEqual([100, 30]);
  await api.close();
});

const openDatabases = ({ storage: { dataDir, url } }: TestApi) =>
  url === undefined ? createSqliteDatabases(dataDir) : createPostgresDatabases(url, pino({ level: "silent" }));

/** Each race answers what went wrong, as text. */
type Race = (api: TestApi) => Promise<string[]>;

/** Four sweepers for the same shopper, as with four processes. */
const sweepers: Race = async (api) => {
  const { db } = api.shop();
  const shopper = await shopperWith(api, 10, 20, 30);
  api.clock.turn(7 * DAY_MS);
  const swept = await Promise.allSettled(
    Array.from({ length: 4 }, () => db.transaction((tx) => expireCoins(tx, shopper.userId, api.clock.now()))),
  );
  const failed = swept.filter(({ status }) => status === "rejected").map(() => "a sweeper failed");
  const total = swept.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
  return [...failed, ...(total === 6_000 ? [] : [`${total} hundredths lapsed`])];
};

/** Orders that supersede one another, credits and sweepers, all for one wallet, while half of it lapses. */
const wallet: Race = async (api) => {
  const shopper = await shopperWith(api, 50, 50);
  api.clock.turn(7 * DAY_MS - MINUTE_MS / 2);
  await signInAgain(api, shopper);
  await grant(api, shopper, 100);
  const orders = times(8, () => place(api, shopper.token, { ...WITH_COINS, order_number: newOrderNumber() }));
  const others = Promise.all([times(4, () => grant(api, shopper, 1)), times(4, () => runWorker(api))]);
  api.clock.turn(MINUTE_MS);
  const statuses = (await orders).map(({ status }) => status);
  await others;
  // 503: a database that is too busy says so.
  const wrong = statuses.filter((status) => ![201, 409, 503].includes(status)).map((status) => `answered ${status}`);
  return statuses.includes(201) ? wrong : [...wrong, "no order was placed"];
};

/** Every race as a test; `check` says what must come of it. */
function testRaces(check: (race: Race) => Promise<void>) {
  test("expire once with four sweepers at once [MON-06]", () => check(sweepers));
  test("keep lots and balance equal with orders, credits and sweepers at once [MON-06]", () => check(wallet));
}

describe.each(engines)("races of lots on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  testRaces(async (race) => {
    expect(await race(api)).toEqual([]);
    expect(await auditLedger(api.shop())).toEqual([]);
  });
});

describe("the same races with the locks off go wrong", () => {
  testRaces(async (race) => {
    const api = await startTestApi("postgres", { wrapDatabase: locksOff });
    await stockUp(api, 40);
    // A race may end well by luck, five in a row do not.
    const faults: string[] = [];
    for (let attempt = 0; attempt < 5 && faults.length === 0; attempt++) {
      faults.push(...(await race(api)), ...(await auditLedger(api.shop())));
    }
    await api.close();
    expect(faults).not.toEqual([]);
  });
});
