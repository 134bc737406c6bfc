import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { pseudonymOf } from "../../../api/domain/erased.ts";
import { receiptNumber } from "../../../api/domain/receipts.ts";
import { findReceipt } from "../../../api/repositories/orders/receipts.ts";
import { listNotes } from "../../../api/repositories/search/notes.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { keepSearch } from "../../../api/search/keep-search.ts";
import { searchBrand, searchOrders } from "../../../api/search/search-brand.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  notify,
  paymentOf,
  placeOne,
  runWorker,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const GIFT = { recipient_name: "Zubin Qureshi", recipient_email: "zubin@friends.test", message: "", send_on: null };

type Hit = { id: string; order_id?: string; why: { field: string; value: string }[] };
type Kinds = "orders" | "shoppers" | "receipts" | "cards";
type Answer = Record<Kinds, { rows: Hit[]; is_cut: boolean }> & { is_behind: boolean };

describe.each(engines)("one search on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "globex"] });
    desk = await openDesk(api);
    await stockUp(api, 60);
  });
  afterAll(() => api.close());

  const search = async (q: string, call = {}): Promise<Answer> => {
    const { status, body, text } = await desk.get(`/search?${new URLSearchParams({ q })}`, call);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body;
  };
  const idsOf = (answer: Answer, kind: Kinds) => answer[kind].rows.map(({ id }) => id);
  const write = (table: "users" | "payment_events" | "gifts", values: object, [column, id]: [string, string]) =>
    api.shop().db.transaction((tx) =>
      tx
        .updateTable(table as "users")
        .set(values)
        .where(column as "id", "=", id)
        .execute(),
    );

  async function placeGift(name = "Wilhelmina Åkesson") {
    const shopper = await createShopper(api, { cart: [CARD, { ...CARD, gift: GIFT } as never] });
    await write("users", { username: name }, ["id", shopper.userId]);
    const { orderId } = await placeOne(api, shopper.token, { amount: 2000 });
    return { ...shopper, orderId: orderId as string };
  }
  const pay = async (orderId: string, change: object = {}) => {
    await notify(api, { ...(await paymentOf(api, orderId)), ...change } as never);
    await runWorker(api);
  };
  const orderOf = (id: string) =>
    api.shop().db.read.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("finds each kind by a fragment, and names the field that matched", async () => {
    const { orderId, userId, token, email } = await placeGift();
    await pay(orderId, { received_id: `pay_${orderId}` });
    const paymentId = (await paymentOf(api, orderId)).payment_id;
    await write("payment_events", { bank_reference: "412277889900" }, ["payment_id", paymentId]);
    await write("users", { phone: "9812345670", delivery_email: "else.where@home.test" }, ["id", userId]);
    const order = await orderOf(orderId);
    const { short_reference } = order;
    for (const [q, field] of [
      [order.order_number.slice(4, 12), "order_number"],
      [order.order_number.slice(-5), "order_number"],
      [order.short_reference!.slice(2, 7), "short_reference"],
      [`${short_reference!.slice(3, 6)}-${short_reference!.slice(6)}`, "short_reference"],
      [`ay_${orderId.slice(0, 9)}`, "payment"],
      ["2277 8899", "bank_reference"],
      ["ubin qur", "recipient_name"],
      ["qureshi zubin", "recipient_name"],
      ["bin@friends", "recipient_email"],
    ] as const) {
      const answer = await search(q);
      expect([q, idsOf(answer, "orders")]).toEqual([q, [orderId]]);
      expect([q, answer.orders.rows[0]!.why.map((why) => why.field)]).toEqual([q, expect.arrayContaining([field])]);
    }
    for (const [q, field] of [
      ["akess", "name"],
      ["MINA å", "name"],
      [email.slice(2, -3), "email"],
      ["where@ho", "delivery_email"],
      ["234567", "phone"],
      ["+91 98123 456", "phone"],
    ] as const) {
      const answer = await search(q);
      expect([q, idsOf(answer, "shoppers")]).toEqual([q, [userId]]);
      expect([q, answer.shoppers.rows[0]!.why.map((why) => why.field)]).toEqual([q, [field]]);
    }
    const { financial_year, serial } = (await findReceipt(api.shop().db.read, orderId))!;
    const receipts = await search(receiptNumber(financial_year, serial).slice(3));
    expect([idsOf(receipts, "receipts"), idsOf(receipts, "orders")]).toEqual([[orderId], []]);
    const [card] = await vouchersOf(api, token, orderId);
    for (const q of [card!.card_number, card!.card_number.replaceAll("-", " "), card!.card_number.slice(-4)]) {
      const { cards } = await search(q);
      expect([q, cards.rows.map(({ order_id }) => order_id)]).toEqual([q, expect.arrayContaining([orderId])]);
    }
    // One digit more would let a member guess a number that they may not see.
    expect((await search(card!.card_number.slice(-5))).cards.rows).toEqual([]);
    expect((await search(card!.card_number.slice(-3))).cards.rows).toEqual([]);
  });

  test("is the same in the lists of orders and shoppers", async () => {
    const { orderId, userId } = await placeGift("Thaddeus Pimm");
    await pay(orderId);
    const { order_number, short_reference } = await orderOf(orderId);
    const { financial_year, serial } = (await findReceipt(api.shop().db.read, orderId))!;
    const keys = [
      order_number.slice(2, 11),
      short_reference!.slice(1),
      receiptNumber(financial_year, serial),
      "deus pim",
    ];
    for (const q of keys) {
      const query = new URLSearchParams({ q });
      const [orders, shoppers] = [await desk.get(`/orders?${query}`), await desk.get(`/shoppers?${query}`)];
      expect([q, orders.body.orders.map(({ id }: Hit) => id)]).toEqual([q, expect.arrayContaining([orderId])]);
      expect([q, shoppers.body.shoppers.map(({ id }: Hit) => id)]).toEqual([q, expect.arrayContaining([userId])]);
    }
    for (const list of ["orders", "shoppers"])
      expect((await desk.get(`/${list}?q=ab`)).body.errors).toEqual({
        q: "must have at least three letters or digits",
      });
  });

  test("finds an order by its later references, and by a corrected value only", async () => {
    const { orderId } = await placeGift();
    expect(idsOf(await search((await orderOf(orderId)).order_number), "orders")).toEqual([orderId]);
    await pay(orderId, { received_id: "pay_Later77" });
    expect(idsOf(await search("later77"), "orders")).toEqual([orderId]);
    const { payment_id } = await paymentOf(api, orderId);
    await write("payment_events", { bank_reference: "555566667777" }, ["payment_id", payment_id]);
    expect(idsOf(await search("55566667"), "orders")).toEqual([orderId]);
    await write("payment_events", { bank_reference: "888899990000" }, ["payment_id", payment_id]);
    expect([idsOf(await search("55566667"), "orders"), idsOf(await search("88899990"), "orders")]).toEqual([
      [],
      [orderId],
    ]);
  });

  test("takes wildcards and quotes as they are typed", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    await write("users", { username: `100%_'"*^ Sure` }, ["id", userId]);
    for (const q of ["100%", "0%_", `_'"*^`, `"*^ s`])
      expect([q, idsOf(await search(q), "shoppers")]).toEqual([q, [userId]]);
    for (const q of ["%%%", "___", "1%0", "1_0", "a* OR b*", `""" OR "`, "NOT x", "\\\\\\", "100*"])
      expect([q, idsOf(await search(q), "shoppers")]).toEqual([q, []]);
  });

  test("finds a fragment, not its letters in another order", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    await write("users", { username: "Anabanan" }, ["id", userId]);
    expect(idsOf(await search("abanan"), "shoppers")).toEqual([userId]);
    expect(idsOf(await search("banana"), "shoppers")).toEqual([]);
  });

  test("finds nothing of another brand", async () => {
    const { orderId, email } = await placeGift();
    const { order_number } = await orderOf(orderId);
    const stranger = await desk.join("owner", "globex");
    for (const q of [order_number, order_number.slice(3), email, "zubin"]) {
      const answer = await search(q, { brand: "globex", token: stranger });
      for (const kind of ["orders", "shoppers", "receipts", "cards"] as const) expect(answer[kind].rows).toEqual([]);
    }
    expect((await desk.get("/search?q=zubin", { token: stranger })).status).toBe(404);
  });

  test("is not for members who may not read orders, and shows nobody to those who may not see people", async () => {
    const { orderId, email } = await placeGift("Ottoline Vex");
    const { order_number } = await orderOf(orderId);
    expect((await desk.get("/search?q=zubin", { token: await desk.join("catalogue") })).status).toBe(404);
    const shop = api.shop();
    for (const typed of ["ottoline", "line vex", email, "zubin", "bin@friends"]) {
      const { orders, shoppers } = await searchBrand(shop, { typed, seesPeople: false });
      expect([typed, orders.rows, shoppers.rows]).toEqual([typed, [], []]);
      expect([typed, (await searchOrders(shop, { typed, seesPeople: false })).ids]).toEqual([typed, []]);
      expect((await searchOrders(shop, { typed, seesPeople: true })).ids).toContain(orderId);
    }
    const { orders } = await searchBrand(shop, { typed: order_number.slice(3), seesPeople: false });
    expect(orders.rows.map(({ id, why }) => [id, why.map(({ field }) => field)])).toEqual([
      [orderId, ["order_number"]],
    ]);
  });

  test("forgets an erased person and the recipients of their gifts", async () => {
    const { orderId, userId, email } = await placeGift("Peregrine Bloom");
    await write("gifts", { recipient_name: "Yolanda Fig" }, ["recipient_email", GIFT.recipient_email]);
    await pay(orderId);
    expect(idsOf(await search("peregrine"), "shoppers")).toEqual([userId]);
    expect(idsOf(await search("landa fig"), "orders")).toContain(orderId);
    expect((await desk.post(`/shoppers/${userId}/erase`, { email, reason: "Asked" })).status).toBe(200);
    const { read } = api.shop().db;
    // At once, not with the next search.
    const texts = [
      ...(await read.selectFrom("search_shoppers").select("text").where("ref", "=", userId).execute()),
      ...(await read.selectFrom("search_recipients").select("text").where("ref", "=", orderId).execute()),
    ];
    expect(texts).toEqual([]);
    for (const q of ["peregrine", email.slice(0, -6), pseudonymOf(userId).email])
      expect([q, idsOf(await search(q), "shoppers")]).toEqual([q, []]);
    expect(idsOf(await search("landa fig"), "orders")).not.toContain(orderId);
    expect(idsOf(await search((await orderOf(orderId)).order_number), "orders")).toEqual([orderId]);
  });

  test("finds what an older version has stored once the worker has made its texts, the newest first", async () => {
    const shop = api.shop();
    const all = await shop.db.read.selectFrom("orders").select(["id", "order_number"]).orderBy("created_at").execute();
    const people = await shop.db.read.selectFrom("users").select("id").where("erased_at", "is", null).execute();
    await search("zubin");
    await shop.db.transaction(async (tx) => {
      for (const table of [
        "search_orders",
        "search_recipients",
        "search_shoppers",
        "search_notes",
        "search_gaps",
      ] as const)
        await tx.deleteFrom(table).execute();
      const gaps = (["order", "shopper"] as const).map((kind) => ({
        kind,
        before_at: 9_007_199_254_740_991,
        before_id: "",
      }));
      await tx.insertInto("search_gaps").values(gaps).execute();
    });
    const { order_number, id } = all[0]!;
    const before = await search(order_number.slice(3));
    expect([idsOf(before, "orders"), before.is_behind]).toEqual([[], true]);
    expect(idsOf(await search(order_number), "orders")).toEqual([id]); // by its whole number
    const later = await placeGift();
    const dueAt = async () => (await readDueWork(shop.db.read, shop.tenant, api.clock.now())).search;
    expect(Number(await dueAt())).toBe(0);
    while (await keepSearch(shop));
    expect(await dueAt()).toBeNull();
    const after = await search(order_number.slice(3));
    expect([idsOf(after, "orders"), after.is_behind]).toEqual([[id], false]);
    const rows = await shop.db.read.selectFrom("search_orders").select("ref").orderBy("id", "desc").execute();
    expect(rows.map(({ ref }) => ref)[0]).toBe(later.orderId);
    expect(new Set(rows.map(({ ref }) => ref))).toEqual(new Set([later.orderId, ...all.map((order) => order.id)]));
    const { count } = await shop.db.read
      .selectFrom("search_shoppers")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(people.length + 1);
  });

  test("leaves no notes behind, and marks a list that has more matches", async () => {
    const shop = api.shop();
    const person = (index: number) => ({
      id: `many-${index}`,
      username: `Quillon ${index}`,
      email: `quillon.${index}@example.test`,
      email_key: `quillon.${index}@example.test`,
      password_hash: "",
      created_at: index,
    });
    await shop.db.transaction((tx) =>
      tx
        .insertInto("users")
        .values(Array.from({ length: 1_200 }, (_, index) => person(index)))
        .execute(),
    );
    const { shoppers } = await search("quillon");
    expect([shoppers.rows.length, shoppers.is_cut]).toEqual([20, true]);
    expect(shoppers.rows[0]!.id).toBe("many-1199");
    expect(await listNotes(shop.db.read, 1)).toEqual([]);
    const list = (await desk.get("/shoppers?q=quillon")).body;
    expect([list.shoppers.length, list.is_cut]).toEqual([50, true]);
    expect((await desk.get("/shoppers.csv?q=quillon")).text.trim().split("\r\n")).toHaveLength(1_201);
  });
});
