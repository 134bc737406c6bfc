import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { changeCoins, decideWaitingGrant } from "../../../api/coins/staff-grants.ts";
import { pseudonymOf } from "../../../api/domain/erased.ts";
import { queueSealedMail } from "../../../api/mail/sealed-mail.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, createShopper, notify, paymentOf, placeOne, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const PERSON = {
  username: "Prunella Quark",
  phone: "9123456780",
  delivery_email: "aunt.quark@example.test",
  delivery_phone: "9123456781",
  address_line1: "7 Umbrella Lane",
};
/** What members of the staff write. */
const WORDS = { note: "She rang from Pelican Street", coins: "For Zebedee next door" };
type Amount = { amount: number };
const GIFT = { recipient_name: "Gustav", recipient_email: "gustav@example.test", message: "Hush hush", send_on: null };

describe.each(engines)("a person's data on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  /** A shopper with all that an account can hold, who has ordered two cards and a gift. */
  async function createPerson() {
    const email = `prunella-${randomUUID().slice(0, 8)}@example.test`;
    const shopper = await createShopper(api, { coins: 500, email, cart: [CARD, { ...CARD, quantity: 1, gift: GIFT }] });
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("users").set(PERSON).where("id", "=", shopper.userId).execute());
    const { orderId } = await placeOne(api, shopper.token, { amount: 1_350, coins_used: 150 });
    await desk.post(`/orders/${orderId}/note`, { id: `note-${orderId}`, text: WORDS.note });
    for (const amount of [100, -100, 200_000]) {
      const asked = { id: randomUUID(), userId: shopper.userId, amount, reason: WORDS.coins, by: "asha@staff.test" };
      const state = await changeCoins(api.shop(), asked, amount < 200_000);
      if (state === "waiting")
        await decideWaitingGrant(api.shop(), asked.id, { isApproved: false, by: "ravi@staff.test" });
    }
    return { ...shopper, orderId: orderId as string };
  }

  const pay = async (orderId: string) => {
    await notify(api, { ...(await paymentOf(api, orderId)), payer: "prunella@upi" });
    await runWorker(api);
  };

  /** Every row of the brand's database and of the staff's, as text. */
  async function dump() {
    const { read } = api.shop().db;
    const rows: unknown[] = [await desk.everyAct()];
    for (const { name, schema } of await read.introspection.getTables()) {
      if (schema === undefined || schema.includes("acme"))
        rows.push(
          await read
            .selectFrom(name as "users")
            .selectAll()
            .execute(),
        );
    }
    return JSON.stringify(rows);
  }

  // The first one, while nobody else has this name and this gift.
  test("goes for good once nothing is open, while the books stay right", async () => {
    const { userId, email, orderId, token } = await createPerson();
    const [owner, support] = [await desk.member("owner"), await desk.member("support")];
    const erase = (typed: string, ask = owner) =>
      ask("POST", `/shoppers/${userId}/erase`, { email: typed, reason: "Asked in writing" });
    const open = await erase(email);
    expect([open.status, open.body.detail]).toEqual([409, expect.stringContaining("order is still open")]);
    await pay(orderId);
    const shop = api.shop();
    const contents = { userId, client: "A browser", at: 1 };
    await shop.db.transaction((tx) => queueSealedMail(tx, shop, { kind: "new-device", about: "waiting", contents }));
    expect((await erase(email, support)).status).toBe(404);
    const wrong = await erase("somebody@example.test");
    expect([wrong.status, wrong.body.errors]).toEqual([400, { email: expect.any(String) }]);
    expect((await api.request("GET", "/user-data/", { token })).status).toBe(200);

    expect((await owner("POST", `/orders/${orderId}/resend`)).status).toBe(200);
    await runWorker(api);
    const resent = () =>
      shop.db.read.selectFrom("outbox").select("kind").where("earlier_about", "=", orderId).execute();
    expect(await resent()).toEqual([{ kind: "vouchers" }]);

    const sent = api.mails.length;
    api.clock.turn(1);
    const erased = await erase(` ${email.toUpperCase()} `);
    expect([erased.status, erased.body]).toEqual([200, { coins: 35_000 }]);
    const books = await dump();
    for (const gone of [email, ...Object.values(PERSON), ...Object.values(WORDS), "Gustav", "gustav@", "Hush hush"])
      expect([gone, books.includes(gone)]).toEqual([gone, false]);
    expect(await resent()).toEqual([]);
    expect(await auditLedger(shop)).toEqual([]);
    const receipt = await shop.db.read
      .selectFrom("receipts")
      .selectAll()
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(receipt).toMatchObject({ serial: expect.any(Number), ...pseudonymOf(userId) });
    const { body } = await owner("GET", `/shoppers/${userId}`);
    expect(body.shopper).toMatchObject({ coins: 0, erased_at: expect.any(Number), ...pseudonymOf(userId) });
    expect(body.orders.rows).toMatchObject([{ id: orderId, amount: 135_000 }]);
    const [taken, ...others] = body.ledger.rows;
    expect(taken).toMatchObject({
      kind: "taken",
      amount: -35_000,
      balance_after: 0,
      reason: "The account was erased.",
    });
    // Only what the staff wrote is replaced: the shop's own entries have no reason.
    expect(others.map(({ reason }: { reason: string | null }) => reason)).toEqual(
      expect.arrayContaining([null, "Removed when the account was erased."]),
    );
    expect([body.sessions, body.devices]).toEqual([[], []]);

    await runWorker(api);
    expect(api.mails).toHaveLength(sent);
    expect((await api.request("GET", "/user-data/", { token })).status).toBe(401);
    expect((await api.login(pseudonymOf(userId).email)).status).toBe(400);
    expect((await owner("POST", `/shoppers/${userId}/enable`, { reason: "Back" })).status).toBe(409);
    expect((await erase(pseudonymOf(userId).email)).status).toBe(409);
    expect((await api.signUp({ email })).email).toBe(email);
  });

  test("leaves as one file, without codes of cards and without secrets", async () => {
    const { userId, email, orderId } = await createPerson();
    const other = await createShopper(api, { cart: [] });
    await pay(orderId);
    for (let grant = 0; grant < 120; grant++) await grantCoins(api.shop(), { userId, amount: 1, reason: "Tiny" });
    const [owner, support] = [await desk.member("owner"), await desk.member("support")];
    expect((await support("GET", `/shoppers/${userId}/export`)).status).toBe(404);
    expect((await owner("POST", `/shoppers/${userId}/export`, { reason: "" })).status).toBe(400);
    expect((await owner("POST", `/shoppers/${userId}/export`, { reason: "Asked for it" })).status).toBe(200);
    const { body } = await owner("GET", `/shoppers/${userId}/export`);
    expect(body.profile).toMatchObject({ email, ...PERSON });
    const [order] = body.orders;
    expect(order).toMatchObject({ id: orderId, status: "completed", amount: 135_000, coins: 15_000 });
    expect(order.lines).toEqual(expect.arrayContaining([expect.objectContaining(GIFT)]));
    expect([order.cards.length, order.receipts.length, order.payments[0].result]).toEqual([3, 1, "success"]);
    expect([body.sessions.length, body.devices.length, body.coins.length]).toEqual([1, 1, 124]);
    expect(order.notes).toEqual([{ text: WORDS.note, created_at: expect.any(Number) }]);
    expect(body.coin_grants.toSorted((a: Amount, b: Amount) => a.amount - b.amount)).toMatchObject([
      ...[-100, 100].map((amount) => ({ amount, reason: WORDS.coins, state: "done" })),
      { amount: 200_000, reason: WORDS.coins, state: "refused", decided_at: expect.any(Number) },
    ]);
    expect(body.mails.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(["vouchers", "gift"]));
    const text = JSON.stringify(body);
    for (const absent of [
      "CARD-",
      "PIN-",
      "claim.example",
      "argon2",
      "token_hash",
      "sealed",
      other.email,
      "@staff.test",
    ])
      expect([absent, text.includes(absent)]).toEqual([absent, false]);
    expect((await desk.acts(userId)).map(({ act, reason }) => [act, reason])).toEqual([
      ["shopper.export", "Asked for it"],
      ["shopper.download", null],
    ]);
  });

  test("keeps the buyer's name on a receipt that the law wants named", async () => {
    const { userId, email, orderId } = await createPerson();
    await pay(orderId);
    await api.shop().db.transaction(async (tx) => {
      await tx.updateTable("receipts").set({ gstin: "29ABCDE1234F1Z5" }).where("order_id", "=", orderId).execute();
      await tx.updateTable("orders").set({ total: 50_000_00, amount: 49_850_00 }).where("id", "=", orderId).execute();
    });
    const owner = await desk.member("owner");
    const body = { email, reason: "Asked in writing" };
    expect((await owner("POST", `/shoppers/${userId}/erase`, body)).status).toBe(200);
    const receipt = await api
      .shop()
      .db.read.selectFrom("receipts")
      .select(["username", "email"])
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    expect(receipt).toEqual({ username: expect.stringContaining(" "), email: pseudonymOf(userId).email });
    expect(receipt!.username).not.toBe(pseudonymOf(userId).username);
    // The books of this test have another total than lines.
    await api
      .shop()
      .db.transaction((tx) =>
        tx.updateTable("orders").set({ total: 150_000, amount: 135_000 }).where("id", "=", orderId).execute(),
      );
  });

  test("waits for a grant of coins and for a gift that is not sent", async () => {
    const [owner, asker] = [await desk.member("owner"), await desk.member("owner")];
    const { userId, email } = await createShopper(api, { cart: [] });
    const asked = { id: randomUUID(), amount: 2_000, reason: "A lot" };
    await asker("POST", `/shoppers/${userId}/grant-coins`, asked);
    const erase = () => owner("POST", `/shoppers/${userId}/erase`, { email, reason: "Asked" });
    expect((await erase()).body.detail).toContain("grant of coins waits");
    await owner("POST", `/shoppers/grants/${asked.id}/refuse`, { reason: "No" });
    expect((await erase()).status).toBe(200);

    const later = new Date(api.clock.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const giver = await createShopper(api, { cart: [{ ...CARD, gift: { ...GIFT, send_on: later } as object }] });
    const { orderId } = await placeOne(api, giver.token);
    await pay(orderId);
    const body = { email: giver.email, reason: "Asked" };
    const waiting = await owner("POST", `/shoppers/${giver.userId}/erase`, body);
    expect([waiting.status, waiting.body.detail]).toEqual([409, expect.stringContaining("gift has not been sent")]);
    api.clock.turn(6 * 86_400_000);
    await runWorker(api);
    const again = await desk.member("owner");
    expect((await again("POST", `/shoppers/${giver.userId}/erase`, body)).status).toBe(200);
  });
});
