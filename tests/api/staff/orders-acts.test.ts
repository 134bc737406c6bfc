import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { settleDispute } from "../../../api/disputes/settle-dispute.ts";
import { mailboxKey } from "../../../api/domain/purchase-keys.ts";
import { settleRefund } from "../../../api/refunds/settle-refund.ts";
import { findPaymentOfOrder, findReceivedPayment } from "../../../api/repositories/payments/payments.ts";
import { note } from "../../../api/staff/audit-trail.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  coinsOf,
  createShopper,
  notify,
  orderRow,
  paymentOf,
  placeOne,
  runWorker,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const MINUTE_MS = 60_000;
const GIFT = { recipient_name: "Meera", message: "", send_on: null };
const REASON = { reason: "the shopper asked on the phone" };
/** Of the first refund of an order. */
const FIRST = { ...REASON, number: 1 };

describe.each(engines)("acts on orders on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let friends = 0;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      ...DESK,
      tenants: ["acme"],
      settings: { acme: { limits: { rupeesPerDay: 50_000 } } },
    });
    await stockUp(api, 80);
    desk = await openDesk(api);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  /** A paid order of two cards, and of two more for a friend with `gift`. */
  async function buy({ gift = "", coins = 0, isHeld = false, quantity = CARD.quantity } = {}) {
    const own = { ...CARD, quantity };
    const cart = [...(gift ? [{ ...CARD, gift: { ...GIFT, recipient_email: gift } }] : []), own];
    const shopper = await createShopper(api, { cart, coins });
    const amount = 500 * cart.reduce((sum, line) => sum + line.quantity, 0) - coins;
    const { orderId } = await placeOne(api, shopper.token, { amount, coins_used: coins });
    if (isHeld) {
      const held = { review: "held", review_reason: "large" } as const;
      await api.shop().db.transaction((tx) => tx.updateTable("orders").set(held).where("id", "=", orderId).execute());
    }
    await notify(api, await paymentOf(api, orderId));
    const { body } = await desk.get(`/orders/${orderId}`);
    return { ...shopper, orderId: orderId as string, order: body };
  }
  const shown = async (orderId: string) => (await desk.get(`/orders/${orderId}`)).body;
  const act = async (orderId: string, name: string, body: object = {}, call = {}) =>
    desk.post(`/orders/${orderId}/${name}`, { seen: (await shown(orderId)).order.seen, ...body }, call);
  const actsOf = async (orderId: string) => (await desk.acts(orderId)).map((entry) => entry.act);
  /** The refunds that the gateway has made. */
  const sentOf = async (orderId: string) => {
    const { read } = api.shop().db;
    const { id } = (await findPaymentOfOrder(read, orderId))!;
    return read.selectFrom("sandbox_refunds").selectAll().where("payment_id", "=", id).execute();
  };
  const newFriend = () => `friend-${++friends}@example.test`;

  test("releases a held order once, for a reason", async () => {
    const { orderId, order, token } = await buy({ isHeld: true });
    expect(order.order).toMatchObject({ status: "paid", is_held: true });
    expect((await act(orderId, "release", { reason: " " })).body.errors).toHaveProperty("reason");
    const answers = await Promise.all([act(orderId, "release", REASON), act(orderId, "release", REASON)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect((await act(orderId, "refuse", REASON)).status).toBe(409);
    expect(await actsOf(order.order.id)).toContain("order.release.failed");
    expect((await desk.acts(orderId))[0]).toMatchObject({ act: "order.release", ...REASON });
  });

  test.each(["release", "refuse"])(
    "does not %s an order whose money went back after its page was opened",
    async (name) => {
      const { orderId, order, token } = await buy({ isHeld: true });
      const payment = (await findPaymentOfOrder(api.shop().db.read, orderId))!;
      const whole = { refundId: null, gatewayPaymentId: null, amount: 100_000, state: "done" } as const;
      await settleRefund(api.shop(), payment, { ...whole, gatewayRefundId: `rfnd_${name}` });
      expect(await act(orderId, name, { ...REASON, seen: order.order.seen })).toMatchObject({
        status: 409,
        body: { detail: "The order has changed since you opened it. Check it again." },
      });
      expect(await vouchersOf(api, token, orderId)).toEqual([]);
      expect((await act(orderId, name, { ...REASON, seen: undefined })).body.errors).toHaveProperty("seen");
      const { order: now } = await shown(orderId);
      expect(now).toMatchObject({ is_held: true, review_reason: expect.stringMatching(/^the gateway has given/) });
      // An operator who has seen it decides.
      expect((await act(orderId, name, { ...REASON, seen: now.seen })).status).toBe(200);
    },
  );

  test("does not release an order whose dispute began or ended after its page was opened", async () => {
    const { orderId } = await buy({ isHeld: true });
    const payment = (await findPaymentOfOrder(api.shop().db.read, orderId))!;
    const { gateway_payment_id } = (await findReceivedPayment(api.shop().db.read, orderId))!;
    const dispute = { disputeId: "disp_seen", gatewayPaymentId: gateway_payment_id!, amount: 100_000, taken: 0 };
    const report = (state: "open" | "closed") =>
      settleDispute(api.shop(), payment, { ...dispute, state, phase: "chargeback", reason: null, respondBy: null });
    const before = await shown(orderId);
    await report("open");
    const during = await shown(orderId);
    await report("closed");
    for (const { order } of [before, during])
      expect((await act(orderId, "release", { ...REASON, seen: order.seen })).body.error).toBe("changed_meanwhile");
    expect((await act(orderId, "release", REASON)).status).toBe(200);
  });

  test("finds an order by its id, also where another order has this id as its number", async () => {
    const first = await buy();
    api.clock.turn(1_000);
    const second = await buy();
    const db = api.shop().db;
    const number = second.order.order.order_number;
    const rename = (order_number: string) =>
      db.transaction((tx) => tx.updateTable("orders").set({ order_number }).where("id", "=", second.orderId).execute());
    await rename(first.orderId);
    const found = await shown(first.orderId);
    await rename(number);
    expect(found.order.order_number).toBe(first.order.order.order_number);
  });

  test("refuses a held order with a reason, which its timeline tells", async () => {
    const { orderId, order } = await buy({ isHeld: true });
    expect(await act(orderId, "refuse", { reason: " " })).toMatchObject({
      status: 400,
      body: { errors: { reason: "Say why, in a few words" } },
    });
    expect((await act(orderId, "refuse", REASON, { token: await desk.join("support") })).status).toBe(404);
    expect((await act(orderId, "refuse", REASON)).status).toBe(200);
    const { timeline, refunds } = await shown(orderId);
    expect(refunds).toMatchObject([{ amount: 100_000, reason: "refused" }]);
    expect(timeline).toContainEqual(expect.objectContaining({ what: "order.refuse", detail: REASON.reason }));
    expect(await actsOf(order.order.id)).toEqual(["order.refuse"]);
  });

  test("sends an owed refund once, and asks first where codes were seen", async () => {
    const { orderId } = await buy({ isHeld: true });
    expect((await act(orderId, "send-refund", REASON)).status).toBe(409);
    await act(orderId, "refuse", REASON);
    expect(await act(orderId, "send-refund", REASON)).toMatchObject({ status: 200, body: { sent: 1 } });
    expect((await act(orderId, "send-refund", REASON)).status).toBe(409);
    expect((await shown(orderId)).payment_refunds).toMatchObject([{ state: "done" }]);
    expect(await sentOf(orderId)).toMatchObject([{ amount: 100_000 }]);

    const seen = await buy({ quantity: 1 });
    const units = { [seen.order.lines[0].id]: 1 };
    await act(seen.orderId, "refund", { ...FIRST, units, even_if_revealed: true });
    expect(await act(seen.orderId, "send-refund", REASON)).toMatchObject({
      status: 409,
      body: { error: "revealed", detail: expect.stringMatching(/^A code may/) },
    });
    expect((await act(seen.orderId, "send-refund", { ...REASON, even_if_revealed: true })).status).toBe(200);
  });

  test("books a refund that was paid by hand, and sends nothing for it", async () => {
    const { orderId, order } = await buy();
    const units = { [order.lines[0].id]: 2 };
    await act(orderId, "refund", { ...FIRST, units, even_if_revealed: true });
    expect(await act(orderId, "send-refund", { ...REASON, paid_by_hand: true })).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^2 codes may/) },
    });
    const confirmed = { ...REASON, paid_by_hand: true, even_if_revealed: true };
    expect(await act(orderId, "send-refund", confirmed)).toMatchObject({ status: 200, body: { sent: 1 } });
    expect(await shown(orderId)).toMatchObject({ payment_refunds: [{ state: "done" }] });
    expect(await sentOf(orderId)).toEqual([]);
  });

  test("sends what is owed without a stored try, and a second payment beside an order that owes nothing", async () => {
    const { db } = api.shop();
    const old = await buy({ isHeld: true });
    await act(old.orderId, "refuse", REASON);
    await db.transaction((tx) => tx.deleteFrom("payment_refunds").where("order_id", "=", old.orderId).execute());
    expect(await act(old.orderId, "send-refund", REASON)).toMatchObject({ status: 200, body: { sent: 1 } });

    const { orderId } = await buy();
    await notify(api, { ...(await paymentOf(api, orderId)), received_id: "paid-twice" });
    expect(await act(orderId, "send-refund", REASON)).toMatchObject({ status: 200, body: { sent: 1 } });
    const fail = { state: "failed" } as const;
    await db.transaction((tx) => tx.updateTable("payment_refunds").set(fail).where("order_id", "=", orderId).execute());
    expect(await act(orderId, "send-refund", REASON)).toMatchObject({ status: 200, body: { sent: 1 } });
  });

  test("refunds what a supplier has not delivered, and buys nothing more for it", async () => {
    const { orderId, order } = await buy({ isHeld: true });
    const line = order.lines[0].id;
    await api.shop().db.transaction(async (tx) => {
      await tx.updateTable("orders").set({ review: null, status: "fulfilling" }).where("id", "=", orderId).execute();
      const supply = { order_item_id: line, supplier: "s", sku: "s", face_value: 50_000, quantity: 1, created_at: 1 };
      const due = { give_up_at: 9e15, next_try_at: 9e15 };
      await tx
        .insertInto("supply_orders")
        .values({ ...supply, ...due, ref: `${line}-1`, state: "ready" })
        .execute();
      await tx
        .insertInto("supply_orders")
        .values({ ...supply, ...due, ref: `${line}-2`, state: "asked" })
        .execute();
    });
    const old = await act(orderId, "refund-missing", { ...REASON, seen: "another state" });
    expect([old.status, old.body.error]).toEqual([409, "changed_meanwhile"]);
    const answers = await Promise.all([act(orderId, "refund-missing", REASON), act(orderId, "refund-missing", REASON)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await runWorker(api);
    expect(await shown(orderId)).toMatchObject({
      order: { status: "refund_due" },
      refunds: [{ amount: 100_000, reason: "no_stock" }],
      supply_orders: [{ state: "refused" }, { state: "late" }],
      cards: [],
    });
  });

  test("takes back the cards of a gift that nobody has opened, and closes its link", async () => {
    const to = newFriend();
    const { orderId, order, token } = await buy({ gift: to, coins: 200 });
    const mail = await api.takeMail(to);
    const gift = order.lines.find(({ is_gift }: { is_gift: boolean }) => is_gift);
    const stock = async () =>
      (await api.shop().db.read.selectFrom("vouchers").select("id").where("order_item_id", "is", null).execute())
        .length;
    const before = await stock();
    const units = { [gift.id]: 2 };
    const answers = await Promise.all([
      act(orderId, "refund", { ...FIRST, units }),
      act(orderId, "refund", { ...FIRST, units }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stock()).toBe(before + 2);
    expect((await shown(orderId)).refunds).toMatchObject([{ amount: 90_000, coins: 10_000, reason: "returned" }]);
    expect(await coinsOf(api, token)).toBe(100);
    const [, link] = /\/gift\?([\w-]+)/.exec(mail.text)!;
    expect((await api.request("POST", "/gift/open/", { body: { token: link } })).status).toBe(404);
    expect((await api.takeMail((await shown(orderId)).shopper.email)).text).toMatch(
      /We have refunded cards of order|vouchers/i,
    );
  });

  test("refunds a part of a gift, whose rest can still be opened", async () => {
    const to = newFriend();
    const { orderId, order } = await buy({ gift: to });
    const mail = await api.takeMail(to);
    const gift = order.lines.find(({ is_gift }: { is_gift: boolean }) => is_gift);
    expect((await act(orderId, "refund", { ...FIRST, units: { [gift.id]: 3 } })).status).toBe(400);
    expect((await act(orderId, "refund", { ...FIRST, units: { [gift.id]: 0 } })).status).toBe(400);
    expect((await act(orderId, "refund", { ...FIRST, units: { [gift.id]: 1 } })).status).toBe(200);
    const [, link] = /\/gift\?([\w-]+)/.exec(mail.text)!;
    const opened = await api.request("POST", "/gift/open/", { body: { token: link } });
    expect(opened.body.vouchers).toHaveLength(1);
    // The same form once more.
    const again = await act(orderId, "refund", { ...FIRST, units: { [gift.id]: 1 } });
    expect(again).toMatchObject({ status: 409, body: { detail: expect.stringContaining("refunded meanwhile") } });
    expect((await shown(orderId)).left).toEqual({ amount: 150_000, coins: 0 });
  });

  test("refunds codes that were seen only once that is confirmed, and never more than the order", async () => {
    const to = newFriend();
    const { orderId, order, token } = await buy({ gift: to });
    const [gift, own] = [true, false].map((wanted) =>
      order.lines.find(({ is_gift }: { is_gift: boolean }) => is_gift === wanted),
    );
    const units = { [own.id]: 2, [gift.id]: 2 };
    expect(await act(orderId, "refund", { ...FIRST, units })).toMatchObject({
      status: 409,
      body: { error: "revealed", detail: expect.stringContaining("2 codes may have been seen") },
    });
    const answer = await act(orderId, "refund", { ...FIRST, units, even_if_revealed: true });
    expect(answer.body).toEqual({ amount: 200_000, coins: 0, revealed: 2 });
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect(await shown(orderId)).toMatchObject({ refunds: [{ reason: "goodwill" }], order: { status: "completed" } });
    expect((await act(orderId, "refund", { ...FIRST, units, even_if_revealed: true })).status).toBe(409);
  });

  test("reveals one code to who may see it, after a fresh authenticator code, and counts it as seen", async () => {
    const to = newFriend();
    const { orderId, order } = await buy({ gift: to });
    const gift = order.lines.find(({ is_gift }: { is_gift: boolean }) => is_gift);
    const card = order.cards.find(({ line }: { line: string }) => line === gift.id).id;
    const support = await desk.join("support");
    api.clock.turn(11 * MINUTE_MS);
    const body = { ...REASON, card };
    expect(await act(orderId, "reveal", body, { token: support })).toMatchObject({
      status: 403,
      body: { error: "code_required" },
    });
    expect(await actsOf(order.order.id)).toEqual([]);
    const { body: codes } = await act(orderId, "reveal", { ...body, code: "1" }, { token: support });
    expect(codes).toEqual({
      card_number: expect.stringMatching(/^CARD-/),
      pin: expect.stringMatching(/^PIN-/),
      claim_url: "https://claim.example/card",
    });
    expect(await actsOf(order.order.id)).toEqual(["code.reveal"]);
    const after = await shown(orderId);
    expect(after.cards.filter(({ reveals }: { reveals: number }) => reveals > 0)).toHaveLength(1);
    expect(after.revealed).toBe(order.revealed + 1);
    expect(JSON.stringify(after)).not.toContain(codes.card_number);
    const refund = { ...FIRST, units: { [gift.id]: 2 }, code: "1" };
    expect((await act(orderId, "refund", refund)).body.error).toBe("revealed");
    const other = await buy();
    expect((await act(other.orderId, "reveal", { ...body, code: "1" })).status).toBe(404);
    expect((await act(orderId, "reveal", body, { token: await desk.join("finance") })).status).toBe(404);
  });

  test("sends vouchers and gifts again, and corrects an address until the gift is opened", async () => {
    const [wrong, right] = [newFriend(), newFriend()];
    const { orderId, order, email } = await buy({ gift: wrong });
    await api.takeMail(email);
    expect((await act(orderId, "resend")).status).toBe(200);
    expect((await api.takeMail(email)).text).toContain(order.order.order_number);
    await api.takeMail(wrong);
    const gift = order.gifts[0].id;
    api.clock.turn(1_000);
    // This call knows no other address.
    expect((await act(orderId, "gift", { gift, email: right })).status).toBe(200);
    await api.takeMail(wrong);
    const redirect = (email: string, reason = REASON.reason) => act(orderId, "redirect-gift", { gift, email, reason });
    expect((await redirect("no address")).body.errors).toHaveProperty("email");
    expect((await redirect(right, " ")).body.errors).toHaveProperty("reason");
    expect((await redirect(right)).status).toBe(200);
    const [, link] = /\/gift\?([\w-]+)/.exec((await api.takeMail(right)).text)!;
    await api.request("POST", "/gift/open/", { body: { token: link } });
    expect((await redirect(wrong)).status).toBe(409);
    expect((await act(orderId, "gift", { gift: "none" })).status).toBe(404);
    const pending = await createShopper(api);
    const { orderId: unpaid } = await placeOne(api, pending.token);
    expect((await act(unpaid, "resend")).status).toBe(409);
    expect((await orderRow(api, unpaid)).status).toBe("pending");
    const audit = JSON.stringify(await desk.everyAct());
    for (const address of [wrong, right]) expect(audit).not.toContain(address); // which nothing could ever erase
  });

  test("sends a gift to another address after a fresh authenticator code only, and notes where without the address", async () => {
    const [friend, own, other] = [newFriend(), newFriend(), newFriend()];
    const { orderId, order } = await buy({ gift: friend });
    const gift = order.gifts[0].id;
    const support = await desk.join("support");
    api.clock.turn(11 * MINUTE_MS);
    const redirect = (email: string, code?: string) =>
      act(orderId, "redirect-gift", { ...REASON, gift, email, ...(code && { code }) }, { token: support });
    expect(await redirect(own)).toMatchObject({ status: 403, body: { error: "code_required" } });
    expect((await shown(orderId)).gifts[0].email).toBe(friend);
    expect(await actsOf(order.order.id)).toEqual([]);
    const addresses = [own, other, own.replace("@", "+again@")];
    for (const email of addresses) expect((await redirect(email, "1")).status).toBe(200);
    const acts = await desk.acts(order.order.id);
    const mailboxes = acts.map(({ after }) => JSON.parse(after!).mailbox as string);
    expect(acts).toEqual(
      mailboxes.map((mailbox) => ({
        act: "gift.redirect",
        reason: REASON.reason,
        before: '{"email":"f…@example.test"}',
        after: JSON.stringify({ order: order.order.order_number, gift, email: "f…@example.test", mailbox }),
      })),
    );
    const keys = addresses.map((email) => mailboxKey(api.shop().keys, email));
    expect(mailboxes).toEqual(keys);
    expect(new Set(keys).size).toBe(2);
    const finance = await desk.join("finance");
    for (const name of ["gift", "redirect-gift"])
      expect((await act(orderId, name, { ...REASON, gift, email: own }, { token: finance })).status).toBe(404);
  });

  test("tells of each mail with the codes, and sends at most five more within a day", async () => {
    const { orderId, email } = await buy();
    await api.takeMail(email);
    for (let times = 0; times < 5; times++) {
      api.clock.turn(1_000);
      expect((await act(orderId, "resend")).status).toBe(200);
      await api.takeMail(email);
    }
    expect((await act(orderId, "resend")).status).toBe(429);
    const mails = (await shown(orderId)).timeline.filter(
      ({ what }: { what: string }) => what === "Mail sent: vouchers",
    );
    expect(mails.map(({ at }: { at: number }) => api.clock.now() - at)).toEqual([5_000, 4_000, 3_000, 2_000, 1_000, 0]);
  });

  test("keeps apart the acts on two shoppers' orders of one number, and tells of acts that were noted by the number", async () => {
    const [one, two] = [await buy(), await buy()];
    const { order_number } = one.order.order;
    const { parts } = api.staff;
    const noted = { brand: "acme", act: "order.resend", subject: order_number };
    await note(parts, { name: "former@staff.test", origin: "test" }, noted);
    const told = async (orderId: string) =>
      (await shown(orderId)).timeline.flatMap(({ who }: { who: string }) => (who.includes("@") ? [who] : []));
    expect(await told(one.orderId)).toEqual(["former@staff.test"]);
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("orders").set({ order_number }).where("id", "=", two.orderId).execute());
    await act(two.orderId, "resend");
    expect([await told(one.orderId), await told(two.orderId)]).toEqual([[], ["owner-1@staff.test"]]);
  });

  test("keeps a note once, with its author", async () => {
    const { orderId } = await buy();
    const note = { id: "form-1", text: "Called back.\r\nAll is well." };
    for (let times = 0; times < 2; times++) expect((await act(orderId, "note", note)).status).toBe(200);
    expect((await act(orderId, "note", { id: "form-2", text: " " })).status).toBe(400);
    const notes = (await shown(orderId)).timeline.filter(({ what }: { what: string }) => what === "Note");
    expect(notes).toEqual([
      { at: api.clock.now(), what: "Note", who: "owner-1@staff.test", detail: "Called back.\nAll is well." },
    ]);
  });
});
