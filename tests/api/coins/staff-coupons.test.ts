import { randomUUID } from "node:crypto";

import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { redeem } from "../../../api/coins/try-coupon.ts";
import { readCodes } from "../../../api/repositories/coins/coupon-batches.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

type Line = { code: string; coins: string; last_day: string };

describe.each(engines)("coupons from the staff on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const form = (more: object = {}) => ({
    amount: "100",
    count: "1",
    last_day: "",
    email: "",
    form: randomUUID(),
    ...more,
  });
  const codesOf = async (batch: string) =>
    parse((await desk.get(`/coupons/batches/${batch}/codes`)).text, { columns: true }) as Line[];
  /** With a second member's approval, where it takes one. */
  const make = async (more: object = {}) => {
    const { batch, is_waiting: isWaiting } = (await desk.post("/coupons", form(more))).body;
    if (isWaiting) await desk.post(`/coupons/batches/${batch}/approve`, {}, { token: await desk.join("finance") });
    return codesOf(batch as string);
  };
  const list = async (query = "") => (await desk.get(`/coupons${query}`)).body;
  const isRefused = (done: Promise<unknown>) => done.then(() => false).catch(({ status }) => status === 400);

  test("are made with their codes in a file for the member who made them; no list, audit or log has a code", async () => {
    const { body } = await desk.post("/coupons", form({ amount: "99.50", count: "3", last_day: "2099-03-31" }));
    expect((await list()).batches).toMatchObject([{ id: body.batch, count: 3 }]);
    const other = await desk.member("finance");
    expect((await other("GET", `/coupons/batches/${body.batch}/codes`)).status).toBe(404);
    const lines = await codesOf(body.batch);
    expect(lines).toHaveLength(3);
    for (const { code, ...line } of lines) {
      expect(code).toMatch(/^(?:[A-Z2-9]{4}-){3}[A-Z2-9]{4}$/);
      expect(line).toEqual({ coins: "99.50", last_day: "2099-03-31" });
    }
    const shown = await list();
    const traces = [JSON.stringify(shown), JSON.stringify(await desk.everyAct()), api.logged.join("")].join();
    for (const { code } of lines) expect(traces).not.toContain(code);
    expect((await desk.acts(body.batch)).map(({ act }) => act)).toEqual(["coupons.create", "coupons.export"]);
  });

  test("have their codes in a file that comes again for 15 minutes", async () => {
    const { batch } = (await desk.post("/coupons", form({ amount: "8" }))).body;
    const lines = await codesOf(batch);
    const isOpen = async () => (await list()).batches.some(({ id }: { id: string }) => id === batch);
    const turnBack = (minutes: number) =>
      api.shop().db.transaction((tx) =>
        tx
          .updateTable("coupon_batches")
          .set(({ eb }) => ({ given_at: eb("given_at", "-", minutes * 60_000) }))
          .where("id", "=", batch)
          .execute(),
      );
    await turnBack(14);
    expect([await codesOf(batch), await isOpen()]).toEqual([lines, true]);
    await turnBack(1);
    expect([(await desk.get(`/coupons/batches/${batch}/codes`)).status, await isOpen()]).toEqual([404, false]);
  });

  test("a form that is sent twice at once makes them once, and two forms twice", async () => {
    const asked = form({ amount: "7" });
    const count = async () => (await list()).coupons.filter(({ amount }: { amount: number }) => amount === 700).length;
    const both = await Promise.all([desk.post("/coupons", asked), desk.post("/coupons", asked)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect([both[1]!.body, await count()]).toEqual([both[0]!.body, 1]);
    expect(new Set((await desk.acts(both[0]!.body.batch)).map(({ act }) => act))).toEqual(new Set(["coupons.create"]));
    await desk.post("/coupons", { ...asked, form: randomUUID() });
    expect(await count()).toBe(2);
  });

  test.each([
    ["amount", "0"],
    ["amount", "lots"],
    ["count", "0"],
    ["count", "1001"],
    ["count", "1,001"],
    ["count", "1.5"],
    ["last_day", "2020-01-01"],
    ["last_day", "soon"],
    ["email", "nobody@nowhere.test"],
  ])("says what is wrong in %s: %s", async (field, value) => {
    const { status, body } = await desk.post("/coupons", form({ [field]: value }));
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });

  test("are made by a form whose texts are read as people paste them", async () => {
    const { email } = await createShopper(api);
    const pasted = ` <${email.toUpperCase().replace("@", "＠")}\u200b>, `;
    const lines = await make({ amount: "0.05", count: "\u200b ３ ", email: pasted });
    expect(lines).toHaveLength(3);
    const made = (await list()).coupons.filter(({ amount }: { amount: number }) => amount === 5);
    expect(made.map(({ owner }: { owner: string }) => owner)).toEqual([email, email, email]);
  });

  test("are redeemed by their shopper alone, and the list says by whom", async () => {
    const { userId, token } = await createShopper(api, { cart: [] });
    const { userId: stranger } = await createShopper(api, { cart: [] });
    const { email } = (await api.request("GET", "/user-data/", { token })).body;
    const [line] = await make({ email, amount: "42" });
    expect(await isRefused(redeem(api.shop(), stranger, line!.code))).toBe(true);
    expect(await redeem(api.shop(), userId, line!.code)).toMatchObject({ added: 4_200 });
    const [used] = (await list("?state=used")).coupons;
    expect(used).toMatchObject({ amount: 4_200, owner: email, redeemer: email, state: "used" });
    expect((await desk.post(`/coupons/${used.id}/withdraw`)).status).toBe(409);
    expect(await auditLedger(api.shop())).toEqual([]);
  });

  test("are worth nothing once they are withdrawn", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    const [line] = await make({ amount: "13" });
    const { id } = (await list()).coupons.find(({ amount }: { amount: number }) => amount === 1_300);
    expect((await desk.post(`/coupons/${id}/withdraw`)).status).toBe(200);
    expect(await isRefused(redeem(api.shop(), userId, line!.code))).toBe(true);
    expect((await desk.post(`/coupons/${id}/withdraw`)).status).toBe(409);
    expect((await list("?state=over")).coupons).toMatchObject([{ id, state: "withdrawn" }]);
    expect((await list("?state=unused")).coupons.map((row: { id: string }) => row.id)).not.toContain(id);
    expect((await desk.post("/coupons/nosuch/withdraw")).status).toBe(404);
  });

  test("are withdrawn with all that were made at once, but for those that were redeemed, also by another member", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    const { batch } = (await desk.post("/coupons", form({ amount: "21", count: "3" }))).body;
    const [first, second] = await codesOf(batch);
    await redeem(api.shop(), userId, first!.code);
    expect((await list(`?batch=${batch}`)).batch).toMatchObject({ id: batch, unused: 2 });
    const others = await list("?state=unused");
    const finance = await desk.join("finance");
    const withdraw = () => desk.post(`/coupons/batches/${batch}/withdraw`, {}, { token: finance });
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 409]);
    expect(await isRefused(redeem(api.shop(), userId, second!.code))).toBe(true);
    const { coupons } = await list(`?batch=${batch}`);
    expect(coupons.map(({ state }: { state: string }) => state).toSorted()).toEqual(["used", "withdrawn", "withdrawn"]);
    expect((await list("?state=unused")).coupons).toHaveLength(others.coupons.length - 2);
    expect((await desk.acts(batch)).map(({ act }) => act)).toContain("coupons.withdraw");
    expect((await desk.post("/coupons/batches/nosuch/withdraw")).status).toBe(404);
    expect((await desk.get("/coupons?batch=nosuch")).status).toBe(404);
    expect(await auditLedger(api.shop())).toEqual([]);
  });

  test("a coupon that is redeemed and withdrawn at once is one of the two", async () => {
    const { userId } = await createShopper(api, { cart: [] });
    for (let round = 0; round < 5; round++) {
      const [line] = await make({ amount: String(300 + round) });
      const { id } = (await list("?sort=-amount")).coupons.find(({ amount }: any) => amount === 30_000 + 100 * round);
      const [redeemed, withdrawn] = await Promise.all([
        redeem(api.shop(), userId, line!.code).then(
          () => true,
          () => false,
        ),
        desk.post(`/coupons/${id}/withdraw`).then(({ status }) => status === 200),
      ]);
      expect([redeemed, withdrawn].toSorted()).toEqual([false, true]);
    }
  });

  test("come in pages, in each order without a gap", async () => {
    await make({ amount: "1", count: "60", last_day: "2099-12-31" });
    for (const sort of ["created", "-created", "amount", "-amount", "until", "-until", "redeemed", "-redeemed"]) {
      const ids: string[] = [];
      let next: string | null = "";
      while (next !== null) {
        const page: any = await list(`?sort=${sort}${next && `&after=${next}`}`);
        ids.push(...page.coupons.map(({ id }: { id: string }) => id));
        next = page.next;
      }
      const { count } = await api
        .shop()
        .db.read.selectFrom("coupons")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, count, count]);
    }
    const amounts = (await list("?sort=-amount")).coupons.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual(amounts.toSorted((one: number, other: number) => other - one));
    expect((await desk.get("/coupons?sort=code")).status).toBe(400);
  });

  test("are listed in a file of all pages, without codes, for who may export shoppers", async () => {
    const codes = await make({ amount: "2", count: "501" });
    const { text } = await desk.get("/coupons.csv?state=unused");
    const lines = parse(text, { columns: true }) as Record<string, string>[];
    const { coupons } = await list("?state=unused");
    expect(lines.slice(0, 50)).toMatchObject(coupons.map(({ id }: { id: string }) => ({ id, state: "unused" })));
    expect(lines.filter(({ coins }) => coins === "2.00")).toHaveLength(501);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    for (const { code } of codes) expect(text).not.toContain(code);
    const [used] = parse((await desk.get("/coupons.csv?state=used")).text, { columns: true }) as typeof lines;
    expect(used).toMatchObject({ state: "used", redeemed_by: expect.stringContaining("@") });
    for (const role of ["support", "finance", "auditor"] as const)
      expect([role, (await desk.get("/coupons.csv", { token: await desk.join(role) })).status]).toEqual([role, 404]);
    expect((await desk.acts("coupons")).map(({ act }) => act)).toEqual(["coupons.list", "coupons.list"]);
  });

  /** @returns the session of an owner; those of yesterday have ended */
  const nextMorning = () => {
    api.clock.turn(24 * 3_600_000);
    return desk.join("owner");
  };

  test("have codes beyond 1,000 coins a day only when a second member approves", async () => {
    const token = await nextMorning();
    const ask = async (more: object) => (await desk.post("/coupons", form(more), { token })).body;
    const [alone, waiting] = [await ask({ amount: "100", count: "10" }), await ask({ amount: "0.01" })];
    expect([alone.is_waiting, waiting.is_waiting]).toEqual([false, true]);
    const codes = (batch: string) => desk.get(`/coupons/batches/${batch}/codes`, { token });
    const open = async (state: string) =>
      (await desk.get("/coupons", { token })).body.batches.filter((batch: { state: string }) => batch.state === state);
    expect([(await codes(alone.batch)).status, (await codes(waiting.batch)).status]).toEqual([200, 404]);
    expect(await open("waiting")).toMatchObject([{ id: waiting.batch, is_own: true, amount: 1, state: "waiting" }]);
    const decide = (verdict: string, batch: string, by: string) =>
      desk.post(`/coupons/batches/${batch}/${verdict}`, {}, { token: by });
    expect((await decide("approve", waiting.batch, token)).status).toBe(403);
    const support = await desk.join("support");
    expect((await decide("approve", waiting.batch, support)).status).toBe(404);
    const second = await desk.join("finance");
    expect((await desk.get("/coupons", { token: second })).body.batches).toMatchObject([{ is_own: false }]);
    expect((await decide("approve", waiting.batch, second)).status).toBe(200);
    expect((await decide("refuse", waiting.batch, second)).status).toBe(409);
    expect((await codes(waiting.batch)).status).toBe(200);

    const part = await ask({ amount: "6", count: "2" });
    const { coupons: unused } = (await desk.get("/coupons?state=unused", { token })).body;
    const one = unused.find(({ amount }: { amount: number }) => amount === 600);
    await desk.post(`/coupons/${one.id}/withdraw`, {}, { token });
    expect(await open("waiting")).toMatchObject([{ id: part.batch, count: 1, amount: 600 }]);
    expect((await decide("refuse", part.batch, token)).status).toBe(200);

    const refused = await ask({ amount: "5", count: "2" });
    expect((await decide("refuse", refused.batch, second)).status).toBe(200);
    expect((await codes(refused.batch)).status).toBe(404);
    const { coupons } = (await desk.get("/coupons?state=over", { token })).body;
    expect(coupons.filter(({ amount }: { amount: number }) => amount === 500)).toHaveLength(2);
    expect(await open("waiting")).toEqual([]);
    expect((await decide("approve", "nosuch", second)).status).toBe(404);
  });

  test("of a batch that waits are not shown to their shopper, and not redeemed, until a second member approves", async () => {
    const token = await nextMorning();
    const shopper = await createShopper(api, { coins: 0 });
    const ask = async () =>
      (await desk.post("/coupons", form({ amount: "2000", email: shopper.email }), { token })).body as {
        batch: string;
      };
    const shown = async () =>
      (
        (await api.request("GET", "/coins-history", { token: shopper.token })).body.coins as { coupon_code: string }[]
      ).map(({ coupon_code }) => coupon_code);
    const load = async (code: string) =>
      (await api.request("POST", "/load-coin/", { token: shopper.token, body: { coupon_code: code } })).status;
    const second = await desk.join("finance");
    const decide = (verdict: string, batch: string) =>
      desk.post(`/coupons/batches/${batch}/${verdict}`, {}, { token: second });

    const { batch } = await ask();
    const { code } = (await readCodes(api.shop().db.read, api.shop(), batch))[0]!;
    expect(await shown()).toEqual([]);
    expect(await load(code)).toBe(400);
    expect((await decide("approve", batch)).status).toBe(200);
    expect(await shown()).toEqual([code]);
    expect(await load(code)).toBe(200);
  });

  test("wait where two batches at once would be worth too much together", async () => {
    for (let round = 0; round < 5; round++) {
      const token = await nextMorning();
      const both = await Promise.all([1, 2].map(() => desk.post("/coupons", form({ amount: "600" }), { token })));
      expect(both.map(({ body }) => body.is_waiting).toSorted()).toEqual([false, true]);
    }
  });
});
