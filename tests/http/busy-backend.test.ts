import { readdirSync } from "node:fs";

import { Agent, request } from "undici";
import { afterAll, afterEach, expect, test, vi } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { header, send } from "../helpers/http/http.ts";
import { tokenIn } from "../helpers/http/token-cookies.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { signIn } from "../helpers/shop/shopper.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// Many shoppers at once at hosts that are slow, down, or answered too late.

const hosts = { maple: await new ForeignHost().start(), cedar: await new ForeignHost().start() };
const shop = useShop(() => ({
  tenants: { maple: { api: { url: hosts.maple.url } }, cedar: { api: { url: hosts.cedar.url } } },
  env: { COMMERCE_API_PORT: "0" },
}));
afterEach(() => Object.values(hosts).forEach((host) => host.heal()));
afterAll(() => Promise.all(Object.values(hosts).map((host) => host[Symbol.asyncDispose]())));

const LOGIN = { "Email or phone": "9876543210", Password: "Foreign@1" };
const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)));

test("twenty shoppers of two brands at once: every call carries its own shopper's bearer [TEN-06]", async () => {
  const shoppers = await times(20, async (index) => {
    const brand = index % 2 === 0 ? "maple" : "cedar";
    const home = await signIn(shop(), brand, LOGIN);
    return { brand, cookie: home.browser.cookies.headerFor(home.url)! } as const;
  });
  for (const host of Object.values(hosts)) host.delay("GET /user-data/", 50);
  const words = (shopper: number, round: number) => `shopper-${shopper}-${round}`;
  // Half of a backend's queue: no call is refused.
  await times(100, (number) => {
    const [shopper, round] = [number % shoppers.length, Math.floor(number / shoppers.length)];
    const { brand, cookie } = shoppers[shopper]!;
    return send(shop().url(brand, `/search?q=${words(shopper, round)}`), { headers: { cookie } });
  });
  const bearerOf = (cookie: string) => {
    const [, value] = /access_token=([^;]+)/.exec(cookie)!;
    return `Bearer ${tokenIn(value!)}`;
  };
  for (const [brand, host] of Object.entries(hosts)) {
    const seen = host.recorded("GET /search/").map(({ query, headers }) => [query.get("q"), headers.authorization]);
    const expected = shoppers.flatMap((shopper, index) =>
      shopper.brand === brand
        ? Array.from({ length: 5 }, (_, round) => [words(index, round), bearerOf(shopper.cookie)])
        : [],
    );
    expect(seen.map(String).sort()).toEqual(expected.map(String).sort());
  }
});

test("cancels the calls of shoppers who leave, and leaves nothing open [SSR-10]", async () => {
  const fdsOf = () => readdirSync(`/proc/${shop().pid}/fd`).length;
  const { maple } = hosts;
  await send(shop().url("maple", "/search?q=card"));
  const before = fdsOf();
  maple.hold("GET /search/");
  const [started, aborted] = [maple.recorded("GET /search/").length, maple.aborted];
  const agent = new Agent({ connections: 60 });
  const calls = Array.from({ length: 60 }, (_, index) => {
    const gone = new AbortController();
    const url = `http://127.0.0.1:${shop().port}/search?q=leave-${index}`;
    const headers = { host: `maple.localhost:${shop().port}`, ...(index % 2 === 0 && { cookie: "js=1" }) };
    const answer = request(url, { headers, signal: gone.signal, dispatcher: agent }).catch(() => "left");
    return { gone, answer };
  });
  await waitUntil(() => maple.recorded("GET /search/").length === started + 60);
  for (const { gone } of calls) gone.abort();
  await Promise.all(calls.map(({ answer }) => answer));
  await vi.waitUntil(() => maple.aborted === aborted + 60, 2_000);
  await agent.destroy();

  maple.heal();
  await waitUntil(() => fdsOf() <= before + 5);
  expect((await send(shop().url("maple", "/search?q=card%2012"))).text).toContain("Foreign Card 12");
  expect(shop().log).not.toMatch(/EPIPE|request failed|render failed|"level":[56]0/);
});

test("answers 502, then 503 with Retry-After and few calls for a failing backend, and recovers without a restart [SSR-11]", async () => {
  const { cedar } = hosts;
  for (const call of ["GET /products/", "GET /home/", "GET /configurator/"]) cedar.fail(call, 500);
  const before = cedar.requests.length;
  const answers = [];
  for (let batch = 0; batch < 8; batch++) {
    // Each request is for another list: requests for the same list share a call.
    const pathOf = (index: number) => `/?category=c2&price_max=${1_000 + batch * 25 + index}`;
    answers.push(...(await times(25, (index) => send(shop().url("cedar", pathOf(index))))));
  }
  expect(cedar.requests.length - before).toBeLessThanOrEqual(1.1 * answers.length);
  expect(cedar.requests.length - before).toBeLessThan(60);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([502, 503]));
  const spared = answers.filter(({ status }) => status === 503);
  expect(new Set(spared.map((answer) => header(answer, "retry-after")))).toEqual(new Set(["2"]));
  expect(spared.filter(({ text }) => !text.includes("contact the adminstration"))).toEqual([]);
  expect((await send(shop().url("maple"))).status).toBe(200);

  cedar.heal();
  const isBack = async () => (await send(shop().url("cedar", "/?category=c2"))).status === 200;
  await waitUntil(isBack);
});

test("refuses at once when a hanging backend's queue is full, and does not affect other brands [SSR-11]", async () => {
  const { cedar } = hosts;
  cedar.hold("GET /search/");
  cedar.peak = 0;
  const answers = times(250, (index) => send(shop().url("cedar", `/search?q=slow-${index}`)));
  await waitUntil(() => cedar.peak > 0);
  expect((await send(shop().url("maple", "/search?q=card%2012"))).text).toContain("Foreign Card 12");
  const statuses = (await answers).map(({ status }) => status);
  expect(cedar.peak).toBeLessThanOrEqual(64);
  expect(new Set(statuses)).toEqual(new Set([503, 504]));
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThanOrEqual(250 - 64 - 128);
});
