import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const CALLS: [method: string, path: string, body: Record<string, unknown>][] = [
  ["POST", "/user/login/", { username: "a@b.test", password: "x", grant_type: "password" }],
  ["POST", "/user/signup/", { username: "Asha", email: "x@y.test", password: "Monsoon@2026", phone: "" }],
  ["POST", "/user/refreshtoken/", { refresh_token: "x" }],
  ["POST", "/user/logout/", { refresh_token: "x" }],
  ["PATCH", "/user/update/", { email_new: "", phone: "" }],
  ["POST", "/cart/", { cart_items: [{ product_id: 1, quantity: 1, to_pay: 100, selectedDenomination: 100 }] }],
  ["PATCH", "/cart/", { id: "x", quantity: 1, to_pay: 100, selectedDenomination: 100 }],
  ["DELETE", "/cart/", { id: "x" }],
  ["POST", "/load-coin/", { coupon_code: "X" }],
  ["POST", "/place-order/", { amount: 1, order_number: "ORD1", redirect_url: "", notify_url: "", coins_used: 0 }],
];

const VALUES = [
  null,
  true,
  "",
  " ",
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 + 2,
  1e308,
  [],
  [1],
  ["a", "b"],
  {},
  { $gt: "" },
  "\u0000",
  "\ud800",
  "a\r\nb",
  "𝒳".repeat(300),
  "x".repeat(10_000),
  "٥",
  "NaN",
  "__proto__",
  "'; drop table users; --",
];

describe.each(engines)("bad input on %s", (engine) => {
  let api: TestApi;
  let token: string;
  beforeAll(async () => {
    api = await startTestApi(engine, { limits: { loginFailuresPerNet: 1e6, loginFailuresPerNameAndNet: 1e6 } });
    ({ token } = await api.signUp());
  });
  afterAll(() => api.close());

  const expectWellFormed = ({ status, body }: { status: number; body: any }) => {
    expect(status).toBeLessThan(500);
    if (status >= 400) expect(body).toMatchObject({ status_code: status, detail: expect.any(String) });
  };

  test.each(CALLS)("%s %s answers no 5xx to any value in any field [INP-01] [INP-06]", async (method, path, body) => {
    for (const field of Object.keys(body))
      for (const value of VALUES) {
        const answer = await api.request(method, path, { token, body: { ...body, [field]: value } });
        expectWellFormed(answer);
        if (typeof value === "string" && /[\0\ud800]/.test(value)) expect(answer.status).toBeGreaterThanOrEqual(400);
      }
  });

  test.each(CALLS)("%s %s answers 4xx to another kind of body [INP-01]", async (method, path) => {
    const call = (body: string | undefined, type = "application/json") =>
      api.request(method, path, { token, body, headers: { "content-type": type } });
    for (const answer of [
      await call(undefined),
      await call("null"),
      await call("[]"),
      await call('[{"username":"x"}]'),
      await call("{"),
      await call("username=x&password=y", "application/x-www-form-urlencoded"),
      await call("\u0000\u0001", "application/octet-stream"),
      await call('{"__proto__":{"username":"x"}}'),
    ]) {
      expectWellFormed(answer);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  test("ignores __proto__ and constructor in a body [INP-08]", async () => {
    const body = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"email_new":"","phone":""}';
    expect((await api.request("PATCH", "/user/update/", { token, body })).status).toBe(200);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("answers 413 to a body of more than 64 KB [INP-02]", async () => {
    const body = JSON.stringify({ username: "x".repeat(70_000), password: "x" });
    expectWellFormed(await api.request("POST", "/user/login/", { body }));
    expect((await api.request("POST", "/user/login/", { body })).status).toBe(413);
  });

  test("stores SQL as text [INJ-05]", async () => {
    const sql = ["' or 1=1 --", '" or ""="', "'; drop table products; --", "%' union select * from users --", "\\'"];
    for (const text of sql) {
      const search = await api.request("GET", `/search/?q=${encodeURIComponent(text)}`);
      expect([search.status, search.body]).toEqual([200, []]);
      expect((await api.login(text, text)).status).toBe(400);
    }
    expect((await api.request("GET", "/products/")).body.count).toBe(20);
  });

  test("answers 400 to a malformed address in the API's own form", async () => {
    const answer = await api.request("GET", "/products/%E0%A4%A");
    expectWellFormed(answer);
  });
});
