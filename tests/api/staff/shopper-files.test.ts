import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

describe.each(engines)("files and orders of the staff's shoppers on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "globex"] });
    desk = await openDesk(api);
    const person = (index: number) => ({
      id: `listed-${String(index).padStart(4, "0")}`,
      username: index === 1 ? "=cmd()" : `Asha ${index}`,
      email: `listed.${index}@example.test`,
      email_key: `listed.${index}@example.test`,
      email_verified_at: index % 2 ? 1 : null,
      phone: null,
      password_hash: "",
      // Some of each number and time, so that a page may end between them.
      coins: Math.floor(index / 3) * 100,
      created_at: 1_000 + Math.floor(index / 2),
    });
    await api.shop().db.transaction((tx) =>
      tx
        .insertInto("users")
        .values(Array.from({ length: 1_100 }, (_none, index) => person(index)))
        .execute(),
    );
  });
  afterAll(async () => {
    // Coins that no ledger knows are a difference of the books.
    await api.shop().db.transaction((tx) => tx.deleteFrom("users").where("id", "like", "listed-%").execute());
    await api.close();
  });

  const read = (text: string) => parse(text, { columns: true, record_delimiter: "\r\n" }) as Record<string, string>[];

  test("are ordered by time and coins, up and down, page by page, each shopper once", async () => {
    for (const sort of ["created", "-created", "coins", "-coins"]) {
      const seen: { id: string; coins: number; created_at: number }[] = [];
      for (let after: string | null = ""; after !== null;) {
        const query: string = `sort=${sort}&q=listed.1&state=unverified${after && `&after=${after}`}`;
        const { body } = await desk.get(`/shoppers?${query}`);
        seen.push(...body.shoppers);
        after = body.next;
      }
      const value = (row: (typeof seen)[number]) => (sort.endsWith("coins") ? row.coins : row.created_at);
      const sign = sort.startsWith("-") ? -1 : 1;
      const sorted = seen.toSorted((one, two) => sign * (value(one) - value(two) || (one.id < two.id ? -1 : 1)));
      expect([sort, seen.map(({ id }) => id)]).toEqual([sort, sorted.map(({ id }) => id)]);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
      expect(seen.length).toBe(105); // those of 1, 10 to 19, 100 to 199 and 1000 to 1099 with an even number
    }
    expect((await desk.get("/shoppers?sort=email")).status).toBe(400);
  });

  test("hold all shoppers of the page's filter, the newest first, for who may export, with an entry that names nobody", async () => {
    const { text } = await desk.get("/shoppers.csv?q=listed.&sort=coins");
    const rows = read(text);
    expect(rows).toHaveLength(1_100);
    expect(rows).toEqual(rows.toSorted((one, two) => two["since (IST)"]!.localeCompare(one["since (IST)"]!)));
    expect(rows[0]).toMatchObject({
      email: "listed.1099@example.test",
      coins: "366.00",
      "since (IST)": "1970-01-01 05:30:01",
    });
    expect(rows.find(({ email }) => email === "listed.1@example.test")!.name).not.toMatch(/^=/);
    expect(read((await desk.get("/shoppers.csv?q=listed.7@&state=unverified")).text)).toEqual([]);
    for (const role of ["support", "finance", "auditor", "catalogue"] as const)
      expect([role, (await desk.get("/shoppers.csv", { token: await desk.join(role) })).status]).toEqual([role, 404]);
    expect((await desk.get("/shoppers.csv", { token: await desk.join("manager", "globex") })).status).toBe(404);
    const acts = await desk.acts("shoppers");
    expect(acts.map(({ act }) => act)).toEqual(["shopper.export", "shopper.export"]);
    expect(JSON.stringify(acts)).not.toContain("listed.");
  });

  test("hold all coins that wait for a second member, for who may export money", async () => {
    const { userId, email } = await createShopper(api, { cart: [] });
    const token = await desk.join("finance");
    const body = { id: "grant-of-the-test", amount: 5_000, reason: "a contest" };
    expect((await desk.post(`/shoppers/${userId}/grant-coins`, body, { token })).body.state).toBe("waiting");
    expect(read((await desk.get("/shoppers/grants.csv", { token })).text)).toMatchObject([
      { email, coins: "5000.00", reason: "a contest" },
    ]);
    for (const role of ["support", "auditor"] as const)
      expect([role, (await desk.get("/shoppers/grants.csv", { token: await desk.join(role) })).status]).toEqual([
        role,
        404,
      ]);
    expect((await desk.acts("grants")).map(({ act }) => act)).toEqual(["coins.export"]);
  });

  test("need a code ten minutes after the last one", async () => {
    api.clock.turn(10 * 60_000);
    for (const path of ["/shoppers.csv", "/shoppers/grants.csv"])
      expect([path, (await desk.get(path)).body.error]).toEqual([path, "code_required"]);
    const members = await api.staff.call("GET", "/members/export", { token: await desk.join("auditor") });
    expect([members.status, members.text.split("\r\n")[0]]).toEqual([
      200,
      "name,email,roles,since (IST),disabled_at (IST)",
    ]);
    const late = await desk.join("owner");
    api.clock.turn(10 * 60_000);
    expect((await api.staff.call("GET", "/members/export", { token: late })).body.error).toBe("code_required");
    expect((await desk.acts("members")).map(({ act }) => act)).toEqual(["staff.export"]);
  });

  test("of the audit leave an entry with their filters, without the address that was looked for", async () => {
    const everywhere = await desk.join("auditor");
    const here = await desk.join("auditor", "globex");
    const get = (query: string, token: string) => api.staff.call("GET", `/audit/export${query}`, { token });
    expect((await get("?act=coins.approve&subject=someone@example.test", everywhere)).status).toBe(200);
    expect((await get("", here)).status).toBe(200);
    expect((await get("?brand=acme", everywhere)).status).toBe(200);
    expect((await get("?brand=acme", here)).status).toBe(404);
    const noted = (await desk.everyAct()).filter(({ subject }) => subject === "audit");
    expect(noted.map(({ act, brand, after }) => [act, brand, after])).toEqual([
      ["audit.export", null, '{"act":"coins.approve"}'],
      ["audit.export", "globex", "{}"],
      ["audit.export", "acme", "{}"],
    ]);
  });
});
