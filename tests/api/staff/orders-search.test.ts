import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { noteCardEndings } from "../../../api/catalogue/note-card-endings.ts";
import { ORDER_STATUSES } from "../../../api/domain/orders.ts";
import { receiptNumber } from "../../../api/domain/receipts.ts";
import { findReceipt } from "../../../api/repositories/orders/receipts.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  newOrderNumber,
  notify,
  paymentOf,
  placeOne,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const GIFT = {
  recipient_name: "Meera Devi Ram Iyer",
  recipient_email: "Meera@friends.test",
  message: "",
  send_on: null,
};

describe.each(engines)("orders of the staff on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      ...DESK,
      tenants: ["acme", "globex"],
      settings: { acme: { limits: { reviewFirstOrderAboveRupees: 4_000 } } },
    });
    await stockUp(api, 60);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const find = async (query: Record<string, string>, call = {}): Promise<string[]> => {
    const { status, body, text } = await desk.get(`/orders?${new URLSearchParams(query)}`, call);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body.orders.map(({ id }: { id: string }) => id);
  };

  /** A paid order of a new shopper. */
  async function buy({ cart = [CARD] as (typeof CARD & { gift?: object })[], amount = 1000 } = {}) {
    const order_number = newOrderNumber();
    const shopper = await createShopper(api, { cart });
    const { orderId } = await placeOne(api, shopper.token, { amount, order_number });
    const payment = await paymentOf(api, orderId);
    await notify(api, { ...payment, received_id: `pay_${orderId}` } as never);
    api.clock.turn(1000);
    return { ...shopper, orderId: orderId as string, payment, order_number };
  }
  const set = (orderId: string, values: object) =>
    api.shop().db.transaction((tx) => tx.updateTable("orders").set(values).where("id", "=", orderId).execute());

  test("finds an order by whatever names it", async () => {
    const { orderId, order_number, email, payment, userId, token } = await buy({
      cart: [CARD, { ...CARD, gift: GIFT } as never],
      amount: 2000,
    });
    await buy();
    await api.shop().db.transaction(async (tx) => {
      const person = {
        username: "Kamala Rani Bala Kumari Das",
        phone: "9876543210",
        delivery_email: "Else@where.test",
      };
      await tx.updateTable("users").set(person).where("id", "=", userId).execute();
      const event = { gateway_payment_id: "pay_Abc1", bank_reference: "412233445566" };
      await tx.updateTable("payment_events").set(event).where("payment_id", "=", payment.payment_id).execute();
      await tx
        .insertInto("payment_refs")
        .values({ payment_id: payment.payment_id, name: "order", value: "order_Xyz9" })
        .execute();
    });
    const [card] = await vouchersOf(api, token, orderId);
    const receipt = (await findReceipt(api.shop().db.read, orderId))!;
    const keys = {
      number: order_number,
      "number in a sentence": `Order #${order_number}.`,
      "number with spaces": `${order_number.slice(0, 8)} ${order_number.slice(8)}`,
      "number in full width": order_number.replaceAll(/\d/g, (digit) => "０１２３４５６７８９"[Number(digit)]!),
      digits: order_number.slice(-5),
      id: orderId,
      email: email.toUpperCase(),
      "start of an address": email.slice(0, email.indexOf("@") + 3),
      delivery: "else@where.test",
      phone: "+91 98765 43210",
      "phone with 0": "098765-43210",
      "phone in full": "+91 (0) 98765.43210",
      name: "kamala",
      "second name": "rani b",
      "third name": "Bala",
      "fourth name": "kumari",
      family: "das",
      "gift's name": "MEERA D",
      "gift's inner name": "ram",
      "gift's family name": "Iyer",
      "gift's address": "meera@friends.test",
      attempt: payment.payment_id,
      payment: "pay_Abc1",
      UTR: "412233445566",
      "part of a UTR": "2233 4455",
      reference: "order_Xyz9",
      card: card!.card_number,
      receipt: receiptNumber(receipt.financial_year, receipt.serial),
      "receipt as people write it": `Receipt no. ${receipt.financial_year.replace("-", "–")} / ${receipt.serial}`,
    };
    for (const [key, q] of Object.entries(keys)) expect(await find({ q }), key).toEqual([orderId]);
    expect(await find({ q: card!.card_number.slice(-4) })).toContain(orderId); // other cards may end like it
    for (const q of ["nobody@example.test", "kamala%", "k_mala", "412234", "2026-27/9999999999"])
      expect(await find({ q }), q).toEqual([]);
    expect(await find({ q: order_number }, { brand: "globex" })).toEqual([]);
  });

  test("finds cards of an older version by their last digits once these are noted in the background", async () => {
    const { orderId, token } = await buy();
    const [card] = await vouchersOf(api, token, orderId);
    const [shop, ending] = [api.shop(), card!.card_number.slice(-4)];
    await shop.db.transaction((tx) => tx.updateTable("vouchers").set({ ending: null }).execute());
    expect(await find({ q: ending })).toEqual([]);
    expect((await readDueWork(shop.db.read, shop.tenant, api.clock.now()))["card endings"]).toBe(0);
    while (await noteCardEndings(shop));
    expect(await find({ q: ending })).toContain(orderId);
    expect((await readDueWork(shop.db.read, shop.tenant, api.clock.now()))["card endings"]).toBeNull();
  });

  test("notes the other cards when one cannot be read because its key is gone", async () => {
    const { orderId, token } = await buy();
    const [card] = await vouchersOf(api, token, orderId);
    const shop = api.shop();
    const seals = shop.db.read.selectFrom("vouchers").select(["id", "card_number_sealed"]).orderBy("id");
    const lost = (await seals.where("order_item_id", "is", null).executeTakeFirstOrThrow()).id;
    const sealWith = (change: { card_number_sealed?: string; ending?: null }) =>
      shop.db.transaction((tx) => tx.updateTable("vouchers").set(change).where("id", "=", lost).execute());
    const { card_number_sealed } = (await seals.execute()).find(({ id }) => id === lost)!;
    await shop.db.transaction((tx) => tx.updateTable("vouchers").set({ ending: null }).execute());
    await sealWith({ card_number_sealed: "gone" });
    while (await noteCardEndings(shop));
    expect(await find({ q: card!.card_number.slice(-4) })).toContain(orderId);
    expect((await readDueWork(shop.db.read, shop.tenant, api.clock.now()))["card endings"]).toBeNull();
    expect(api.logged.filter((line) => line.includes('"unreadable":1'))).toHaveLength(1);
    await sealWith({ card_number_sealed });
  });

  test("filters by state, need, gateway and date, and combines them", async () => {
    const since = String(api.clock.now());
    const plain = (await buy()).orderId;
    const held = (await buy()).orderId;
    await set(held, { status: "paid", review: "held" });
    const late = (await buy()).orderId;
    await set(late, { status: "paid_late" });
    const partly = (await buy()).orderId;
    const unsent = (await buy()).orderId;
    const waiting = (await buy()).orderId;
    const other = (await buy()).orderId;
    await api.shop().db.transaction(async (tx) => {
      const line = async (id: string) =>
        (await tx.selectFrom("order_items").select("id").where("order_id", "=", id).executeTakeFirstOrThrow()).id;
      await tx.updateTable("order_items").set({ status: "refund_due" }).where("order_id", "=", partly).execute();
      const refund = { amount: 500, coins: 0, reason: "no_stock" as const, created_at: 1, sent_at: null };
      await tx
        .insertInto("refunds")
        .values({ order_id: unsent, ...refund })
        .execute();
      const supply = { supplier: "s", sku: "s", face_value: 500, quantity: 1, state: "asked" as const };
      await tx
        .insertInto("supply_orders")
        .values({ ...supply, ref: "r1", order_item_id: await line(waiting), give_up_at: 9, created_at: 1 })
        .execute();
      await tx.updateTable("payments").set({ gateway: "phonepe" }).where("order_id", "=", other).execute();
    });
    const needs = (attention: string) => find({ attention, since });
    expect(await needs("undelivered")).toEqual([late]);
    expect(await needs("held")).toEqual([held]);
    expect(await needs("paid_late")).toEqual([late]);
    expect(await needs("partly")).toEqual([partly]);
    expect(await needs("refund")).toEqual([unsent]);
    expect(await needs("supplier")).toEqual([waiting]);
    expect(await find({ gateway: "phonepe", since })).toEqual([other]);
    expect(await find({ gateway: "phonepe", status: "paid" })).toEqual([]);
    expect(await find({ since, status: "completed" })).toEqual([other, waiting, unsent, partly, plain]);
    expect(await find({ since, until: String(Number(since) + 1000) })).toEqual([plain]);
    for (const status of ORDER_STATUSES) expect((await desk.get(`/orders?status=${status}`)).status).toBe(200);
    for (const bad of ["status=x", "attention=x", "since=x", "after=x", "sort=x", "limit=0"])
      expect((await desk.get(`/orders?${bad}`)).status, bad).toBe(400);
    // The books of the test stay right.
    await api.shop().db.transaction(async (tx) => {
      await tx.updateTable("order_items").set({ status: "issued" }).where("order_id", "=", partly).execute();
      await tx.deleteFrom("refunds").where("order_id", "=", unsent).execute();
      await tx.deleteFrom("supply_orders").where("ref", "=", "r1").execute();
    });
    for (const id of [held, late]) await set(id, { status: "completed", review: null });
  });

  test.each(["-created", "created", "-total", "total"])(
    "pages by %s, without gaps while orders arrive",
    async (sort) => {
      const before = new Set(await find({ limit: "200" }));
      expect(before.size).toBeGreaterThan(5);
      const seen: string[] = [];
      let after = "";
      do {
        const query = new URLSearchParams({ sort, limit: "2", ...(after && { after }) });
        const { body } = await desk.get(`/orders?${query}`);
        seen.push(...body.orders.map(({ id }: { id: string }) => id));
        after = body.next ?? "";
        if (seen.length === 4) await buy();
      } while (after !== "");
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => before.has(id)).sort()).toEqual([...before].sort());
    },
  );

  test("exports the filtered list for those who report about money alone", async () => {
    const { order_number, email } = await buy();
    const { status, text } = await desk.get(`/orders.csv?q=${order_number}`, { token: await desk.join("finance") });
    expect(status).toBe(200);
    const [head, line, end] = text.split("\r\n");
    expect(head).toBe("number,state,review,placed_at (IST),name,email,total,cash,coins");
    expect(line).toContain(`${order_number},completed,,2026-01-15 12:`);
    expect(line).toContain(`,${email},1000.00,1000.00,0.00`);
    expect(end).toBe("");
    expect((await desk.get("/orders.csv", { token: await desk.join("support") })).status).toBe(404);
    expect((await desk.get(`/orders.csv?q=${email}`)).text).toContain(order_number);
    expect(JSON.stringify(await desk.everyAct())).not.toContain(email); // nothing could ever erase it from the audit
    const all = (await desk.get("/orders.csv")).text.trim().split("\r\n");
    expect(all.length - 1).toBe((await find({ limit: "200" })).length);
  });

  test("shows one order whole, without a code, to who may see the brand", async () => {
    const { orderId, order_number, token, email } = await buy();
    const cards = await vouchersOf(api, token, orderId);
    const { body, text } = await desk.get(`/orders/${order_number}`);
    expect(body).toMatchObject({
      order: { id: orderId, status: "completed", total: 100_000, is_held: false },
      shopper: { email },
      lines: [{ quantity: 2, issued: 2, status: "issued", is_gift: false }],
      payments: [{ events: [{ outcome: "paid", result: "success" }] }],
      refunds: [],
      left: { amount: 100_000, coins: 0 },
      revealed: 2,
    });
    expect(body.cards).toHaveLength(2);
    for (const { card_number, pin_code } of cards) {
      expect(text).not.toContain(card_number);
      expect(text).not.toContain(pin_code);
    }
    const told = body.timeline.map(({ what }: { what: string }) => what);
    expect(told).toEqual(
      expect.arrayContaining(["Order placed", "Money received: paid", "Cards issued", "Receipt issued"]),
    );
    expect(told.filter((what: string) => what.startsWith("Order "))).toEqual([
      "Order placed",
      "Order paid",
      "Order being delivered",
      "Order completed",
    ]);
    const times = body.timeline.map(({ at }: { at: number }) => at);
    expect(times).toEqual([...times].sort((a: number, b: number) => a - b));
    expect((await desk.get(`/orders/${orderId}`, { brand: "globex" })).status).toBe(404);
    expect((await desk.get(`/orders/${orderId}`, { token: await desk.join("support", "globex") })).status).toBe(404);
    expect((await desk.get(`/orders/${orderId}`, { token: await desk.join("catalogue") })).status).toBe(404);
    expect((await desk.get("/orders/none")).status).toBe(404);
  });
});
