import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { receiptNumber } from "../../../api/domain/receipts.ts";
import { readFragments } from "../../../api/domain/search/fragments.ts";
import { findReceipt } from "../../../api/repositories/orders/receipts.ts";
import { selectShoppers } from "../../../api/repositories/shoppers/search.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

describe.each(engines)("the staff's shoppers on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const emails = (body: { shoppers: { email: string }[] }) => body.shoppers.map(({ email }) => email);

  test("finds shoppers by any part of address, phone and name, newest first, page by page", async () => {
    const ask = await desk.member("support");
    const { read, transaction } = api.shop().db;
    const person = (index: number) => ({
      id: `listed-${index}`,
      username: index % 2 ? `Zoë Ödman ${index}` : index === 42 ? "Yusuf van der Berg Shah" : `Yusuf ${index}`,
      email: `Listed.${index}@Example.test`,
      email_key: `listed.${index}@example.test`,
      email_verified_at: index === 3 ? null : 1,
      phone: `98765${String(index).padStart(5, "0")}`,
      password_hash: "",
      // Two of each time, so that a page may end between them.
      created_at: 1_000 + Math.floor(index / 2),
      disabled_at: index === 4 ? 1 : null,
    });
    await transaction((tx) =>
      tx
        .insertInto("users")
        .values(Array.from({ length: 120 }, (_none, index) => person(index)))
        .execute(),
    );
    const search = async (query: string) => (await ask("GET", `/shoppers?${query}`)).body;
    expect(emails(await search("q=LISTED.7@example.test"))).toEqual(["Listed.7@Example.test"]);
    expect(emails(await search("q=%3Clisted.7@example.test%3E."))).toEqual(["Listed.7@Example.test"]);
    expect(emails(await search("q=listed.11"))).toHaveLength(11); // 11 and 110 to 119
    expect(emails(await search("q=isted.42"))).toEqual(["Listed.42@Example.test"]);
    expect((await search("q=zoe")).shoppers).toHaveLength(50);
    expect((await search("q=%C3%96dm")).shoppers).toHaveLength(50);
    for (const name of ["yusuf van", "VAN", "der berg", "berg yusuf", "erg", "shah", "0004 2 98765"])
      expect([name, emails(await search(`q=${name}`))]).toEqual([name, ["Listed.42@Example.test"]]);
    for (const phone of [
      "9876500042",
      "+91 98765 00042",
      "098765-00042",
      "919876500042",
      "९८७६५०००४२",
      "00919876500042",
      "(98765) 0004 2",
    ])
      expect([phone, emails(await search(`q=${encodeURIComponent(phone)}`))]).toEqual([
        phone,
        ["Listed.42@Example.test"],
      ]);
    expect(emails(await search("q=%2B91+98765+0004"))).toHaveLength(10);
    expect((await search("q=ZO%C3%AB%20")).shoppers).toHaveLength(50);
    expect(emails(await search("q=listed.&state=disabled"))).toEqual(["Listed.4@Example.test"]);
    expect(emails(await search("q=listed.&state=unverified"))).toEqual(["Listed.3@Example.test"]);
    expect(emails(await search("q=%25%25%25"))).toEqual([]);
    expect((await search("q=zo")).errors).toEqual({ q: "must have at least three letters or digits" });

    const seen: string[] = [];
    let after: string | null = "";
    while (after !== null) {
      const body: { shoppers: { email: string }[]; next: string | null } = await search(
        `q=listed.${after && `&after=${after}`}`,
      );
      seen.push(...emails(body));
      after = body.next;
    }
    const all = await read
      .selectFrom("users")
      .select("email")
      .where("id", "like", "listed-%")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    expect(seen).toEqual(all.map(({ email }) => email));
    expect((await search("after=nonsense")).detail).toBeDefined();
  });

  test("finds the shopper of a receipt by its number", async () => {
    await stockUp(api, 5);
    const { email, token } = await createShopper(api, {});
    const { orderId } = await placeOne(api, token, { amount: 1_000 });
    await notify(api, (await paymentOf(api, orderId)) as never);
    const { financial_year, serial } = (await findReceipt(api.shop().db.read, orderId))!;
    const ask = await desk.member("support");
    for (const number of [receiptNumber(financial_year, serial), `Receipt no. ${financial_year} / ${serial}`])
      expect(emails((await ask("GET", `/shoppers?q=${encodeURIComponent(number)}`)).body)).toEqual([email]);
    expect(emails((await ask("GET", `/shoppers?q=${financial_year}/999999`)).body)).toEqual([]);
  });

  test("shows one shopper with orders, balance after each entry, sessions and acts", async () => {
    await stockUp(api, 5);
    const { userId, email, token } = await createShopper(api, { coins: 500 });
    api.clock.turn(1);
    const { orderId } = await placeOne(api, token, { coins_used: 100, amount: 900 });
    const ask = await desk.member("manager");
    const { body } = await ask("GET", `/shoppers/${userId}`);
    expect(body.shopper).toMatchObject({ email, coins: 40_000, disabled_at: null });
    expect(JSON.stringify(body)).not.toContain("password");
    expect(body.orders.rows).toMatchObject([{ id: orderId, coins: 10_000, amount: 90_000 }]);
    expect(new Map(body.ledger.rows.map((row: any) => [row.kind, row.balance_after]))).toEqual(
      new Map([
        ["hold", 40_000],
        ["grant", 50_000],
      ]),
    );
    expect(body.lapses).toMatchObject([{ amount: 40_000, expires_at: expect.any(Number) }]);
    expect([body.sessions.length, body.devices.length, body.acts]).toEqual([1, 1, []]);
    expect(body.obstacle).toContain("order is still open");
  });

  test("disables, enables and signs out, for a reason that the trail keeps", async () => {
    const { userId, token } = await createShopper(api, { cart: [] });
    const ask = await desk.member("support");
    const isIn = async () => (await api.request("GET", "/user-data/", { token })).status === 200;
    const act = (name: string, body: object) => ask("POST", `/shoppers/${userId}/${name}`, body);
    expect((await act("end-sessions", { reason: " " })).body.errors).toHaveProperty("reason");
    expect([await isIn(), (await act("end-sessions", { reason: "A lost phone" })).body.ended]).toEqual([true, 1]);
    expect(await isIn()).toBe(false);
    expect((await act("enable", { reason: "None" })).status).toBe(409);
    expect((await act("disable", { reason: "Asked by mail" })).status).toBe(200);
    expect((await act("disable", { reason: "Again" })).status).toBe(409);
    expect((await act("enable", { reason: "Asked again" })).status).toBe(200);
    expect((await desk.acts(userId)).map(({ act, reason }) => [act, reason])).toEqual([
      ["shopper.end-sessions", "A lost phone"],
      ["shopper.disable", "Asked by mail"],
      ["shopper.enable", "Asked again"],
    ]);
    expect((await ask("GET", `/shoppers/${userId}`)).body.acts[0].act).toBe("shopper.enable");
  });

  test("does not exist for another brand, and not for a role without it", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    const [stranger, auditor] = [await desk.member("owner", "globex"), await desk.member("auditor")];
    const body = { reason: "x" };
    expect((await stranger("GET", `/shoppers/${userId}`, undefined, "acme")).status).toBe(404);
    expect((await stranger("GET", `/shoppers/${userId}`, undefined, "globex")).status).toBe(404);
    for (const act of [
      "disable",
      "enable",
      "end-sessions",
      "confirm-device",
      "grant-coins",
      "take-coins",
      "export",
      "erase",
    ]) {
      expect([act, (await auditor("POST", `/shoppers/${userId}/${act}`, body)).status]).toEqual([act, 404]);
      expect([act, (await stranger("POST", `/shoppers/${userId}/${act}`, body, "globex")).status]).not.toEqual([
        act,
        200,
      ]);
    }
    expect((await auditor("GET", `/shoppers/${userId}`)).status).toBe(200);
    expect(await desk.acts(userId)).toEqual([]);
  });

  test("asks for a code before coins, exports and erasing", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    const ask = await desk.member("owner");
    api.clock.turn(11 * 60_000);
    for (const path of ["grant-coins", "take-coins", "export", "erase"]) {
      expect([path, (await ask("POST", `/shoppers/${userId}/${path}`, { reason: "x" })).body.error]).toEqual([
        path,
        "code_required",
      ]);
    }
    expect((await ask("POST", "/shoppers/grants/any/approve", { reason: "x" })).body.error).toBe("code_required");
  });

  test("reads an index for each list and search, however many shoppers there are", async () => {
    const explain = (filter: Partial<Parameters<typeof selectShoppers>[1]>) =>
      api.shop().db.transaction(async (tx) => {
        // With so few rows PostgreSQL would read all of them.
        if (engine === "postgres") await sql`set local enable_seqscan = off`.execute(tx);
        const query = selectShoppers(tx, { limit: 50, ...filter });
        return JSON.stringify(
          await (engine === "sqlite" ? query.explain(undefined, sql`query plan`) : query.explain()),
        );
      });
    expect(await explain({})).toContain("users_newest");
    expect(await explain({ state: "disabled" })).toContain("users_disabled");
    expect(await explain({ state: "unverified" })).toContain("users_unverified");
    const fragments = readFragments("as rao");
    for (const sort of ["-created", "coins"] as const) {
      const plan = await explain({ search: { ids: ["u"], fragments }, sort });
      expect(plan).toMatch(engine === "sqlite" ? /search_shoppers_index VIRTUAL TABLE INDEX/ : /search_shoppers_grams/);
      if (engine === "sqlite") expect(plan).not.toMatch(/SCAN users/);
    }
  });
});
