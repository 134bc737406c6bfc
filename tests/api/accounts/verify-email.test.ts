import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, fillCart, place, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;
const LINK = /https?:\/\/\S+/;

describe.each(engines)("e-mail verification on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: ["acme", "globex", "public"],
      settings: { public: { hostnames: ["shop.example"] } },
    });
    await stockUp(api, 10);
  });
  afterAll(() => api.close());

  const verify = (token: string, tenant?: string) =>
    api.request("POST", "/user/verify-email/", { tenant, body: { token } });
  const send = (token?: string, headers = {}) => api.request("POST", "/user/verify-email/send/", { token, headers });
  const isVerified = async (token: string) =>
    (await api.request("GET", "/user-data/", { token })).body.email_verified as boolean;
  const linkTo = async (email: string) => new URL(LINK.exec((await api.takeMail(email)).text)![0]);
  const tokenOf = (link: URL) => link.searchParams.get("token")!;

  test("is required of a new shopper before the first purchase", async () => {
    const { token, email } = await api.signUp({ isVerified: false });
    await fillCart(api, token, [CARD]);
    const refused = await place(api, token);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      "Please confirm your e-mail address before your first purchase: open the link in the mail that we sent you.",
    ]);
    expect(await isVerified(token)).toBe(false);
    const link = await linkTo(email);
    expect((await verify(tokenOf(link))).status).toBe(204);
    expect(await isVerified(token)).toBe(true);
    expect((await place(api, token)).status).toBe(201);
  });

  test("accepts a link for three days, also when it is opened twice", async () => {
    const { email } = await api.signUp({ isVerified: false });
    const token = tokenOf(await linkTo(email));
    expect((await verify(token)).status).toBe(204);
    api.clock.turn(3 * DAY - 1);
    expect((await verify(token)).status).toBe(204);
    api.clock.turn(1);
    const late = await verify(token);
    expect([late.status, late.body.detail]).toEqual([400, "This link is not valid any more."]);
  });

  test.each(["", "none", "x".repeat(10_000), 7, null])("refuses the token %j", async (token) => {
    expect((await verify(token as string)).status).toBe(400);
  });

  test("proves an address in the link's own shop only [TEN-01]", async () => {
    const { email } = await api.signUp({ isVerified: false });
    const token = tokenOf(await linkTo(email));
    expect((await verify(token, "globex")).status).toBe(400);
    expect((await verify(token)).status).toBe(204);
  });

  test("mails again on request, five times a day, and not once the address is proven", async () => {
    const { token, email, deviceToken } = await api.signUp({ isVerified: false });
    const first = tokenOf(await linkTo(email));
    expect((await send()).status).toBe(401);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await send(token)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    const again = tokenOf(await linkTo(email));
    expect(again).not.toBe(first);
    expect((await verify(again)).status).toBe(204);
    api.mails.length = 0;
    api.clock.turn(DAY);
    const browser = { headers: { "x-awning-device": deviceToken } };
    const later = (await api.login(email, PASSWORD, browser)).body.access_token;
    expect((await send(later)).status).toBe(202);
    expect(await api.hasMail(email)).toBe(false);
  });

  test("stores and logs no token of a link [OPS-04] [AUTH-05]", async () => {
    const { email } = await api.signUp({ isVerified: false });
    const { db } = api.shop();
    const rows = async () =>
      JSON.stringify([
        await db.read.selectFrom("outbox").selectAll().execute(),
        await db.read.selectFrom("email_verifications").selectAll().execute(),
      ]);
    const before = await rows();
    const token = tokenOf(await linkTo(email));
    for (const text of [before, await rows(), api.logged.join("")]) expect(text).not.toContain(token);
  });

  test("sends nothing for a failed sign-up", async () => {
    const email = "refused@example.test";
    const body = { username: "Asha Rao", email, password: "Sh0rt!", phone: "" };
    expect((await api.request("POST", "/user/signup/", { body })).status).toBe(400);
    expect(await api.hasMail(email)).toBe(false);
  });

  test("gives a public shop's link its canonical origin, whatever the storefront says", async () => {
    const { token, email } = await api.signUp({ tenant: "public" });
    const { db } = api.shop("public");
    await db.transaction((tx) => tx.updateTable("users").set({ email_verified_at: null }).execute());
    const headers = { "x-awning-key": FORWARD_KEY, "x-awning-origin": "http://shop.example:8080" };
    await api.request("POST", "/user/verify-email/send/", { tenant: "public", token, headers });
    expect((await api.takeMail(email, "public")).text).toContain("https://shop.example/verify-email?token=");
  });

  describe("the link's origin", () => {
    const KEY = { "x-awning-key": FORWARD_KEY };
    const CANONICAL = "https://acme.localhost";

    test.each([
      [
        "the storefront's own, on loopback",
        { ...KEY, "x-awning-origin": "http://acme.localhost:3000" },
        "http://acme.localhost:3000",
      ],
      ["not without the storefront's key", { "x-awning-origin": "http://acme.localhost:3000" }, CANONICAL],
      ["not with a wrong key", { "x-awning-key": "guess", "x-awning-origin": "http://acme.localhost:3000" }, CANONICAL],
      ["not another tenant's", { ...KEY, "x-awning-origin": "http://globex.localhost:3000" }, CANONICAL],
      ["not a stranger's", { ...KEY, "x-awning-origin": "https://evil.example" }, CANONICAL],
      ["no other scheme", { ...KEY, "x-awning-origin": "javascript://acme.localhost/%0aalert(1)" }, CANONICAL],
      [
        "nothing but an origin",
        { ...KEY, "x-awning-origin": "http://acme.localhost:3000/path?x" },
        "http://acme.localhost:3000",
      ],
      ["the canonical one without any", {}, CANONICAL],
    ])("%s", async (_case, headers, origin) => {
      const { token, email } = await api.signUp({ isVerified: false });
      await api.takeMail(email);
      expect((await send(token, headers)).status).toBe(202);
      const link = await linkTo(email);
      expect([link.origin, link.pathname]).toEqual([origin, "/verify-email"]);
    });
  });
});
