import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { TenantDatabase } from "../../../api/db/database.ts";
import { placeOrder } from "../../../api/orders/place-order.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  fillCart,
  notify,
  orderBody,
  orderRow,
  paymentOf,
  place,
  placeOne,
  runWorker,
  type Shopper,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { nameLocksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";

const REFUSAL = "This order goes beyond what can be bought in one day. Please order less, or try again tomorrow.";
const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(engines)("limits of a day on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    const limits = { ordersPerDay: 2, rupeesPerDay: 2500 };
    api = await startTestApi(engine, { settings: { acme: { limits } }, tenants: ["acme"] });
    await stockUp(api, 100);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  /** Another order over 1000 rupees, which empties the cart, and the same again in the cart. */
  async function buy({ token }: Shopper, payer?: string) {
    const { orderId } = await placeOne(api, token);
    await pay(orderId, payer);
    await fillCart(api, token, [CARD]);
    return orderId as string;
  }
  const pay = async (orderId: string, payer?: string) => notify(api, { ...(await paymentOf(api, orderId)), payer });
  const setEmail = ({ userId }: Shopper, email: string) =>
    api.shop().db.transaction((tx) => tx.updateTable("users").set({ email }).where("id", "=", userId).execute());
  const setPhone = async ({ token }: Shopper, phone: string) => {
    const body = new FormData();
    body.set("phone", phone);
    expect((await api.request("PUT", "/edit-profile/", { token, body })).status).toBe(200);
  };
  const stateOf = async (orderId: string) => {
    const { status, review } = await orderRow(api, orderId);
    return [status, review];
  };
  const placeDouble = async ({ token }: Shopper) => {
    await fillCart(api, token, [CARD]);
    return place(api, token, { amount: 2000 });
  };

  test("refuse a third order, keep the cart, and accept it the next day", async () => {
    const shopper = await createShopper(api);
    await buy(shopper);
    await buy(shopper);
    const refused = await place(api, shopper.token);
    expect([refused.status, refused.body.detail]).toEqual([422, REFUSAL]);
    expect((await api.request("GET", "/cart/", { token: shopper.token })).body).toHaveLength(1);
    api.clock.turn(DAY_MS);
    const { body } = await api.login(shopper.email);
    expect((await place(api, body.access_token)).status).toBe(201);
  });

  test("refuse an order beyond the day's amount, and do not count unpaid orders", async () => {
    const shopper = await createShopper(api);
    await buy(shopper);
    for (let tries = 0; tries < 3; tries++) expect((await place(api, shopper.token)).status).toBe(201);
    const refused = await placeDouble(shopper);
    expect([refused.status, refused.body.detail]).toEqual([422, REFUSAL]);
  });

  test("follow a confirmed phone from an account without an address to the next one", async () => {
    const [first, next] = [await createShopper(api), await createShopper(api)];
    const identify = ({ userId }: Shopper, verified_phone: string | null) =>
      api
        .shop()
        .db.transaction((tx) =>
          tx.updateTable("users").set({ email_verified_at: null, verified_phone }).where("id", "=", userId).execute(),
        );
    await identify(first, "9811122233");
    await buy(first);
    await buy(first);
    await identify(first, null);
    await identify(next, "9811122233");
    const refused = await place(api, next.token);
    expect([refused.status, refused.body.detail]).toEqual([422, REFUSAL]);
  });

  test("reveal nothing of another shopper's purchases to somebody who types their phone, and take nothing from their limit", async () => {
    const [victim, stranger] = [await createShopper(api), await createShopper(api)];
    await setPhone(victim, "9876500001");
    await setPhone(stranger, "9876500001");
    await buy(victim);
    expect((await placeDouble(stranger)).status).toBe(201);
    expect((await place(api, victim.token)).status).toBe(201);
    await pay((await placeOne(api, stranger.token, { amount: 2000 })).orderId);
    expect((await place(api, victim.token)).status).toBe(201);
  });

  test.each([
    ["a plus part", "thief@example.test", "Thief+2@example.test"],
    ["dots at Gmail", "thief.one@gmail.com", "t.hiefone+3@googlemail.com"],
  ])("count another account of the same mailbox with %s, whatever its phone", async (_, ...emails) => {
    const [one, other] = [
      await createShopper(api, { email: emails[0] }),
      await createShopper(api, { email: emails[1] }),
    ];
    await setPhone(one, "9876500002");
    await buy(one);
    await buy(one);
    await setPhone(one, "9876500003");
    const refused = await place(api, other.token);
    expect([refused.status, refused.body.detail]).toEqual([422, REFUSAL]);
    const stranger = await createShopper(api, { email: `another.${emails[1]}` });
    expect((await place(api, stranger.token)).status).toBe(201);
  });

  test("count another account's order only once paid; after both have paid, one is held", async () => {
    const one = await createShopper(api, { email: "sharer@example.test" });
    const other = await createShopper(api, { email: "sharer+other@example.test" });
    const first = (await placeDouble(one)).body.orderId;
    const second = (await placeDouble(other)).body.orderId;
    await pay(first);
    await pay(second);
    expect([await stateOf(first), await stateOf(second)]).toEqual([
      ["completed", null],
      ["paid", "held"],
    ]);
    expect(await releaseOrder(api.shop(), second)).toBe(true);
    expect(await stateOf(second)).toEqual(["completed", "released"]);
  });

  test("keep the mailbox of the time of the order, and not in clear", async () => {
    const one = await createShopper(api, { email: "mover@example.test" });
    const orderId = await buy(one, "mover@upi");
    await buy(one);
    await setEmail(one, "moved-away@example.test");
    const other = await createShopper(api, { email: "mover+other@example.test" });
    expect((await place(api, other.token)).status).toBe(422);
    const { db } = api.shop();
    const events = await db.read.selectFrom("payment_events").selectAll().execute();
    expect(JSON.stringify([await orderRow(api, orderId), events])).not.toContain("mover");
  });

  test("do not count an unconfirmed address with others", async () => {
    const one = await createShopper(api, { email: "typed@example.test" });
    await buy(one);
    await buy(one);
    const { userId } = await createShopper(api);
    const { order_number: orderNumber, redirect_url: redirectUrl, notify_url: notifyUrl } = orderBody(api);
    const request = { orderNumber, redirectUrl, notifyUrl, amount: 100_000, coinsUsed: 0 };
    const confirmed = { id: userId, confirmedEmail: "typed@example.test", mayGiveCoins: false };
    await expect(placeOrder(api.shop(), confirmed, request)).rejects.toThrow(REFUSAL);
    expect(await placeOrder(api.shop(), { id: userId, mayGiveCoins: false }, request)).toMatchObject({
      state: "placed",
    });
  });

  test("count a payer's payments for several accounts together: the excess is held, never refused or lost", async () => {
    const shoppers = [await createShopper(api), await createShopper(api), await createShopper(api)];
    for (const shopper of shoppers.slice(0, 2)) {
      expect(await stateOf(await buy(shopper, "asha@okbank"))).toEqual(["completed", null]);
    }
    const [{ token }] = shoppers.slice(2) as [Shopper];
    const held = (await placeOne(api, token)).orderId;
    expect((await pay(held, " Asha@OKBANK")).status).toBe(200);
    await runWorker(api);
    expect(await stateOf(held)).toEqual(["paid", "held"]);
    expect((await orderRow(api, held)).review_reason).toBe("beyond_day");
    expect((await api.request("GET", "/order-history/", { token })).body[0]).toMatchObject({ status: "Being checked" });
    expect(await stateOf(await buy(await createShopper(api), "ravi@okbank"))).toEqual(["completed", null]);
    expect(await releaseOrder(api.shop(), held)).toBe(true);
    expect(await vouchersOf(api, token, held)).toHaveLength(2);
  });

  test("count a payer's earlier orders from their payment until a day later", async () => {
    const shopper = await createShopper(api);
    await buy(shopper, "kiran@okbank");
    await buy(shopper, "kiran@okbank");
    const other = await createShopper(api);
    const { orderId } = await placeOne(api, other.token);
    api.clock.turn(DAY_MS);
    await pay(orderId, "kiran@okbank");
    expect(await stateOf(orderId)).toEqual(["completed", null]);
  });

  test("hold an order for review that is paid late and is then too much", async () => {
    const shopper = await createShopper(api);
    const placed = [await placeOne(api, shopper.token), await placeOne(api, shopper.token)];
    placed.push(await placeOne(api, shopper.token));
    for (const { orderId } of placed.toReversed()) await pay(orderId);
    await runWorker(api);
    expect(await Promise.all(placed.map(({ orderId }) => stateOf(orderId)))).toEqual([
      ["paid_late", "held"],
      ["completed", null],
      ["completed", null],
    ]);
    expect(await refuseOrder(api.shop(), placed[0]!.orderId)).toBe(true);
  });

  test("hold an order paid in time that is too much after late payments of others", async () => {
    const shopper = await createShopper(api);
    const placed = [await placeOne(api, shopper.token), await placeOne(api, shopper.token)];
    placed.push(await placeOne(api, shopper.token));
    for (const { orderId } of placed) await pay(orderId);
    expect(await stateOf(placed[2]!.orderId)).toEqual(["paid", "held"]);
  });
});

describe.each([...engines, "postgres without the lock"] as const)("accounts that share at once on %s", (setting) => {
  const hasLocks = setting !== "postgres without the lock";
  let api: TestApi;
  beforeAll(async () => {
    const limits = { ordersPerDay: 2, rupeesPerDay: 100_000 };
    // As several processes have it: none waits for the others' transactions before it begins its own.
    const lanesOff = (db: TenantDatabase): TenantDatabase => ({ ...db, transaction: (fn) => db.transaction(fn) });
    api = await startTestApi(hasLocks ? setting : "postgres", {
      settings: { acme: { limits, coins: { discountPercent: 100 } } },
      tenants: ["acme"],
      wrapDatabase: (db) => lanesOff(hasLocks ? db : nameLocksOff(db)),
    });
    await stockUp(api, 300);
  });
  afterAll(() => api.close());

  const createEight = (coins: number) => Promise.all(Array.from({ length: 8 }, () => createShopper(api, { coins })));

  /** The accounts get addresses of one mailbox. */
  async function shareMailbox(shoppers: Shopper[], attempt: number) {
    for (const [index, { userId }] of shoppers.entries()) {
      const email = `race-${attempt}+${index}@example.test`;
      await api
        .shop()
        .db.transaction((tx) => tx.updateTable("users").set({ email }).where("id", "=", userId).execute());
    }
  }

  async function payAtOnce(shoppers: Shopper[], payer?: string) {
    const placed: { orderId: string }[] = [];
    for (const { token } of shoppers) placed.push(await placeOne(api, token));
    const payments = await Promise.all(placed.map(({ orderId }) => paymentOf(api, orderId)));
    const answers = await Promise.all(payments.map((payment) => notify(api, { ...payment, payer })));
    expect(answers.map(({ status }) => status)).toEqual(shoppers.map(() => 200));
    const read = () => Promise.all(placed.map(({ orderId }) => orderRow(api, orderId)));
    let rows = await read();
    // A busy database ends a transaction. The notification is stored, and the worker takes it up after a pause.
    for (; rows.some(({ status }) => status === "pending"); rows = await read()) {
      api.clock.turn(1_000);
      await runWorker(api);
    }
    return rows.filter(({ review }) => review === null).length;
  }

  /** Each answers how many of eight orders at once went through without being refused or held. */
  const races: [string, (attempt: number) => Promise<number>][] = [
    [
      "orders paid in coins from one mailbox",
      async (attempt) => {
        const shoppers = await createEight(1000);
        await shareMailbox(shoppers, attempt);
        const answers = await Promise.all(
          shoppers.map(({ token }) => place(api, token, { amount: 0, coins_used: 1000 })),
        );
        expect(answers.filter(({ status }) => ![201, 422].includes(status))).toEqual([]);
        return answers.filter(({ status }) => status === 201).length;
      },
    ],
    [
      "payments for orders from one mailbox",
      async (attempt) => {
        const shoppers = await createEight(0);
        await shareMailbox(shoppers, 100 + attempt);
        return payAtOnce(shoppers);
      },
    ],
    ["payments by one payer", async (attempt) => payAtOnce(await createEight(0), `race-${attempt}@upi`)],
  ];

  test.each(races)("of %s accept two where two are the limit, and more without the lock", async (_, race) => {
    const attempts = hasLocks ? 2 : 5;
    let most = 0;
    for (let attempt = 0; attempt < attempts && most <= 2; attempt++) most = Math.max(most, await race(attempt));
    if (hasLocks) expect(most).toBe(2);
    else expect(most).toBeGreaterThan(2);
  });
});
