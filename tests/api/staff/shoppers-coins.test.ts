import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { coinsOf, createShopper } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

describe.each(engines)("coins from the staff on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const form = (amount: number, reason = "A late card") => ({ id: randomUUID(), amount, reason });

  test("come at once up to 1,000, and once for a form that is sent twice", async () => {
    const { userId, token } = await createShopper(api, { cart: [] });
    const ask = await desk.member("finance");
    const grant = (body: object) => ask("POST", `/shoppers/${userId}/grant-coins`, body);
    const body = form(1_000);
    const answers = await Promise.all([grant(body), grant(body)]);
    expect(answers.map(({ body: { state } }) => state)).toEqual(["done", "done"]);
    expect(await coinsOf(api, token)).toBe(1_000);
    expect((await grant({ ...body, amount: 5 })).status).toBe(409);
    expect((await grant(form(0))).body.errors).toHaveProperty("amount");
    expect((await grant({ ...form(1), reason: "" })).body.errors).toHaveProperty("reason");
    expect(await coinsOf(api, token)).toBe(1_000);
    const [first] = await desk.acts(userId);
    expect(first).toMatchObject({ act: "coins.grant", reason: "A late card" });
    const { body: shown } = await ask("GET", `/shoppers/${userId}`);
    expect(shown.ledger.rows).toMatchObject([{ kind: "grant", amount: 100_000, reason: "A late card" }]);
  });

  test("wait for another member above 1,000, who credits them once", async () => {
    const { userId, token } = await createShopper(api, { cart: [] });
    const [asker, second, third, support] = [
      await desk.member("finance"),
      await desk.member("finance"),
      await desk.member("owner"),
      await desk.member("support"),
    ];
    const asked = form(1_000.01);
    expect((await asker("POST", `/shoppers/${userId}/grant-coins`, asked)).body.state).toBe("waiting");
    expect(await coinsOf(api, token)).toBe(0);
    const { grants } = (await asker("GET", "/shoppers/grants")).body;
    expect(grants.find(({ id }: { id: string }) => id === asked.id)).toMatchObject({ amount: 100_001, isOwn: true });

    const approve = (ask: typeof asker, brand?: string) =>
      ask("POST", `/shoppers/grants/${asked.id}/approve`, { reason: "Agreed" }, brand);
    expect((await approve(asker)).status).toBe(403);
    expect((await approve(support)).status).toBe(404);
    expect((await approve(await desk.member("owner", "globex"), "globex")).status).toBe(404);
    expect(await coinsOf(api, token)).toBe(0);

    const answers = await Promise.all([approve(second), approve(third), approve(second), approve(third)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await coinsOf(api, token)).toBe(1_000.01);
    expect((await desk.acts(userId)).map(({ act }) => act)).toEqual(
      expect.arrayContaining(["coins.ask", "coins.approve", "coins.approve.failed"]),
    );
    expect((await third("GET", "/shoppers/grants")).body.grants).toEqual([]);
  });

  test("do not come once a grant is refused, and not for a disabled account", async () => {
    const { userId, token } = await createShopper(api, { cart: [] });
    const [asker, second] = [await desk.member("manager"), await desk.member("manager")];
    const [refused, late] = [form(5_000), form(6_000)];
    for (const asked of [refused, late]) await asker("POST", `/shoppers/${userId}/grant-coins`, asked);
    const decide = (id: string, verdict: string) =>
      second("POST", `/shoppers/grants/${id}/${verdict}`, { reason: "Too much" });
    expect((await decide(refused.id, "refuse")).status).toBe(200);
    expect((await decide(refused.id, "approve")).status).toBe(409);
    await second("POST", `/shoppers/${userId}/disable`, { reason: "Fraud" });
    expect((await decide(late.id, "approve")).status).toBe(409);
    expect((await asker("POST", `/shoppers/${userId}/grant-coins`, form(1))).status).toBe(409);
    await second("POST", `/shoppers/${userId}/enable`, { reason: "No fraud" });
    const login = await api.login((await second("GET", `/shoppers/${userId}`)).body.shopper.email);
    expect(await coinsOf(api, login.body.access_token)).toBe(0);
    expect(token).toBeDefined();
    expect((await decide(late.id, "approve")).status).toBe(200);
    expect(await coinsOf(api, login.body.access_token)).toBe(6_000);
  });

  test("are taken back at most down to zero, and the history says so", async () => {
    const { userId, token } = await createShopper(api, { coins: 100, cart: [] });
    const ask = await desk.member("finance");
    const take = (body: object) => ask("POST", `/shoppers/${userId}/take-coins`, body);
    const tooMany = await take(form(100.01));
    expect([tooMany.status, tooMany.body.errors]).toEqual([409, { amount: expect.any(String) }]);
    const body = form(60, "Granted by mistake");
    expect([(await take(body)).status, (await take(body)).status]).toEqual([200, 200]);
    expect(await coinsOf(api, token)).toBe(40);
    const races = await Promise.all([take(form(30)), take(form(30))]);
    expect(races.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await coinsOf(api, token)).toBe(10);
    const { coins } = (await api.request("GET", "/coins-history", { token })).body;
    expect(coins.map(({ reason, amount, coupon_code }: any) => [reason, amount, coupon_code])).toEqual(
      expect.arrayContaining([["taken", -60, "Coins taken back"]]),
    );
    expect(await auditLedger(api.shop())).toEqual([]);
  });
});
