import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eraseShopper } from "../../../api/accounts/erase-shopper.ts";
import { exportShopper } from "../../../api/accounts/export-shopper.ts";
import { takeCardsBack } from "../../../api/repositories/orders/take-cards-back.ts";
import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, createShopper, notify, paymentOf, placeOne, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;
const GIFT = { recipient_name: "Meera", recipient_email: "meera@example.test", message: "", send_on: null };
const CODE = /CARD-[0-9A-F-]{36}/;

describe.each(engines)("the wallet on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 60);
  });
  afterAll(() => api.close());

  const walletOf = async (token: string) => (await api.request("GET", "/wallet/", { token })).body;
  const cardOf = (token: string, id: string) => api.request("GET", `/wallet/card/?id=${id}`, { token });
  const note = (token: string | undefined, body: object, tenant?: string) =>
    api.request("PATCH", "/wallet/", { token, body, tenant });
  const change = (id: string, values: { expires_at: number | null }) =>
    api.shop().db.transaction((tx) => tx.updateTable("vouchers").set(values).where("id", "=", id).execute());

  /** A shopper with two cards of ₹500. */
  async function buy() {
    const shopper = await createShopper(api);
    const { orderId } = await placeOne(api, shopper.token);
    await notify(api, await paymentOf(api, orderId));
    await runWorker(api);
    const ids: string[] = (await walletOf(shopper.token)).cards.map(({ id }: { id: string }) => id);
    return { ...shopper, orderId: orderId as string, ids, first: ids[0]!, second: ids[1]! };
  }

  test("lists the shopper's own cards without codes, the first to expire first, those without an end last", async () => {
    const shopper = await createShopper(api, {
      cart: [
        { ...CARD, quantity: 3 },
        { ...CARD, quantity: 1, gift: GIFT },
      ],
    });
    const { orderId } = await placeOne(api, shopper.token, { amount: 2_000 });
    await notify(api, await paymentOf(api, orderId));
    await runWorker(api);
    const [one, two, three, ...others] = (await walletOf(shopper.token)).cards;
    expect(others).toEqual([]);
    await change(one.id, { expires_at: null });
    await change(two.id, { expires_at: api.clock.now() + 20 * DAY });
    await change(three.id, { expires_at: api.clock.now() + 10 * DAY });
    const { body, text } = await api.request("GET", "/wallet/", { token: shopper.token });
    expect(body.cards.map(({ id }: { id: string }) => id)).toEqual([three.id, two.id, one.id]);
    expect(body.cards[0]).toMatchObject({ amount: 500, amount_left: null, is_used: false, is_archived: false });
    expect(body.cards[0].card_number).toMatch(/^•••• [0-9A-F]{4}$/);
    expect(text).not.toMatch(/CARD-|PIN-|claim\.example/);
    expect((await walletOf((await createShopper(api)).token)).cards).toEqual([]);
  });

  test("shows the codes of one card, on a confirmed device only", async () => {
    const { token, email, first, orderId } = await buy();
    const shown = await cardOf(token, first);
    expect(shown.body).toMatchObject({ id: first, order_id: orderId, amount: 500 });
    expect([shown.body.card_number, shown.body.is_locked]).toEqual([expect.stringMatching(CODE), undefined]);
    const { body: login } = await api.login(email, PASSWORD); // in another browser
    const covered = await cardOf(login.access_token, first);
    expect(covered.body).toMatchObject({ is_locked: true, pin_code: "", claim_url: "" });
    expect(covered.text).not.toMatch(/CARD-|PIN-|claim\.example/);
  });

  test("refuses another shopper's card, an unknown one, a gift's, and calls without a session or of another brand", async () => {
    const { first } = await buy();
    const other = await createShopper(api, { cart: [{ ...CARD, quantity: 1, gift: GIFT }] });
    const { orderId } = await placeOne(api, other.token, { amount: 500 });
    await notify(api, await paymentOf(api, orderId));
    const given = await api
      .shop()
      .db.read.selectFrom("vouchers")
      .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
      .select("vouchers.id")
      .where("order_items.order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    for (const id of [first, given.id, "none"]) {
      expect((await cardOf(other.token, id)).status).toBe(404);
      expect((await note(other.token, { id, amount_left: 1 })).status).toBe(404);
    }
    const notes = api.shop().db.read.selectFrom("wallet_cards").select("user_id").where("user_id", "=", other.userId);
    expect(await notes.execute()).toEqual([]);
    expect((await note(undefined, { id: first, is_archived: true })).status).toBe(401);
    expect((await note(other.token, { id: first, is_archived: true }, "globex")).status).toBe(401);
    expect((await api.request("GET", "/wallet/", { token: other.token, tenant: "globex" })).status).toBe(401);
  });

  test("stores what is left, up to the amount of the card, and loses nothing to a refusal", async () => {
    const { token, first } = await buy();
    const leftOf = async () => (await cardOf(token, first)).body.amount_left;
    expect((await note(token, { id: first, amount_left: 99.5 })).status).toBe(200);
    expect(await leftOf()).toBe(99.5);
    const refused = await note(token, { id: first, amount_left: 500.01 });
    expect([refused.status, refused.body.errors.amount_left]).toEqual([400, expect.stringContaining("₹500.00")]);
    for (const amount_left of [-1, 0.001, "9", true])
      expect((await note(token, { id: first, amount_left })).status).toBe(400);
    expect(await leftOf()).toBe(99.5);
    await note(token, { id: first, is_archived: true });
    expect((await cardOf(token, first)).body).toMatchObject({ amount_left: 99.5, is_archived: true });
    await note(token, { id: first, is_archived: false, amount_left: 500 });
    expect((await cardOf(token, first)).body).toMatchObject({ amount_left: 500, is_archived: false });
    await note(token, { id: first, amount_left: 0 });
    expect(await leftOf()).toBe(0);
    await note(token, { id: first, amount_left: null });
    expect(await leftOf()).toBeNull();
  });

  test("has one mark for used cards, that of the order history", async () => {
    const { token, first } = await buy();
    await api.request("PATCH", "/vouchers/", { token, body: { id: first, is_used: true } });
    expect((await cardOf(token, first)).body.is_used).toBe(true);
    expect((await walletOf(token)).cards.at(-1)).toMatchObject({ id: first, is_used: true });
  });

  test("forgets the notes about cards that go back to stock", async () => {
    const { token, first, second, orderId } = await buy();
    await note(token, { id: first, amount_left: 1 });
    await note(token, { id: second, amount_left: 2 });
    const { db } = api.shop();
    const line = await db.read
      .selectFrom("order_items")
      .selectAll()
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    await db.transaction(async (tx) => {
      await tx.updateTable("vouchers").set({ reminders_done: 2 }).where("order_item_id", "=", line.id).execute();
      await takeCardsBack(tx, line, 1);
    });
    const left = (await walletOf(token)).cards;
    expect(left).toHaveLength(1);
    const [gone] = [first, second].filter((id) => id !== left[0].id);
    const stored = db.read.selectFrom("wallet_cards").select("voucher_id").where("voucher_id", "in", [first, second]);
    expect(await stored.execute()).toEqual([{ voucher_id: left[0].id }]);
    const row = db.read.selectFrom("vouchers").select("reminders_done").where("id", "=", gone!);
    expect(await row.execute()).toEqual([{ reminders_done: 0 }]);
    await db.transaction((tx) =>
      tx.updateTable("order_items").set({ issued: 2, status: "issued" }).where("id", "=", line.id).execute(),
    );
    await db.transaction((tx) =>
      tx
        .updateTable("vouchers")
        .set({ order_item_id: line.id, unit: 2, issued_at: 1 })
        .where("id", "=", gone!)
        .execute(),
    );
    await db.transaction((tx) =>
      tx
        .updateTable("products")
        .set(({ eb }) => ({ quantity: eb("quantity", "-", 1) }))
        .where("id", "=", line.product_id)
        .execute(),
    );
  });

  test("is in the export of a person, and is erased with them", async () => {
    const { token, userId, email, first } = await buy();
    await note(token, { id: first, amount_left: 123 });
    await api.request("PUT", "/wallet/reminders/", { token, body: { by: "none" } });
    const { db } = api.shop();
    const read = async () => JSON.parse((await Array.fromAsync(exportShopper(api.shop(), userId))).join(""));
    expect(await read()).toMatchObject({
      profile: { card_reminders: "none" },
      wallet: [{ amount_left: 12_300, archived_at: null }],
    });
    await eraseShopper(api.shop(), { userId, email });
    expect(await db.read.selectFrom("wallet_cards").selectAll().where("user_id", "=", userId).execute()).toEqual([]);
    expect((await read()).profile.card_reminders).toBeNull();
  });
});
