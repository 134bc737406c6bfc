import { afterAll, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { type Answer, header, send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  return { tenants: { maple: { api: { url: host.url } } }, env: { COMMERCE_API_PORT: "0", TRUST_PROXY: "1" } };
});
afterAll(() => host[Symbol.asyncDispose]());

const LOGIN = "POST /user/login/";

const logIn = (address: string) =>
  send(shop().url("maple", "/login"), {
    method: "POST",
    headers: {
      origin: shop().url("maple").slice(0, -1),
      "x-forwarded-for": address,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: String(new URLSearchParams({ username: host.shop.user.email, password: host.shop.user.password })),
  });

test("a network that floods a form waits in line, and gets 429 beyond the line's end, while others log in", async () => {
  const release = host.hold(LOGIN, 4);
  const flood = Array.from({ length: 400 }, () => logIn("192.168.7.9"));
  const refused = await new Promise<Answer>((resolve) => {
    for (const one of flood) void one.then((answer) => answer.status === 429 && resolve(answer));
  });
  expect([header(refused, "retry-after"), refused.text]).toEqual([
    "2",
    "Too many requests. Please try again in a moment.",
  ]);
  expect((await logIn("192.168.7.10")).status).toBe(303);
  release();
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
  expect(statuses).toContain(303);
  expect((await logIn("192.168.7.9")).status).toBe(303);
});
