import { availableParallelism, loadavg } from "node:os";

import { afterAll, afterEach, describe, expect, test } from "vitest";

import { MAX_ANSWER_BYTES } from "#app/base/constants.ts";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { freePort } from "../helpers/http/free-port.ts";
import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// No request of a visitor and no answer of a backend is long enough to block the event loop, so that everybody else is
// still served. The tests assert the limits. The limit on the time is generous, and grows with the number of threads that wait
// for a core.

const mostSeconds = () => 4 * Math.max(1, loadavg()[0]! / availableParallelism());

let host: ForeignHost;
let metricsPort: number;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  metricsPort = await freePort();
  return {
    tenants: { foreign: { api: { url: host.url } }, acme: { seed: "demo" } },
    env: { METRICS_PORT: String(metricsPort), PAGE_CACHE_MB: "0" },
  };
});
afterEach(() => host.heal());
afterAll(() => host[Symbol.asyncDispose]());

/** The longest time, in seconds, that each program's event loop was held since the last look. */
async function lags(): Promise<Record<string, number>> {
  const { text } = await send(`http://127.0.0.1:${metricsPort}/metrics`);
  const lines = text.matchAll(/^awning_event_loop_lag_seconds\{program="(\w+)",quantile="1"\} (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, program, seconds]) => [program, Number(seconds)]));
}

/** As many as an answer can hold. */
function asMany(item: (index: number) => object): object[] {
  const list: object[] = [];
  for (let bytes = 1_000; bytes < MAX_ANSWER_BYTES; list.push(item(list.length)))
    bytes += JSON.stringify(item(list.length)).length + 1;
  return list;
}

const product = (index: number) => ({ id: `p${index}`, name: `Card ${index}`, denominations: [{ min: 100 }] });
const cartLine = (id: number) => ({ id, product: { id: 1, name: "A card" }, quantity: 1, price: 100 });
const order = (id: number) => ({ id, status: "completed" });
const voucher = (index: number) => ({ card_number: `V${index}`, pin_code: "1" });

const ANSWERS: [call: string, path: string, body: () => unknown, mark: RegExp, most: number][] = [
  ["GET /products/", "/", () => ({ results: asMany(product) }), /class="product-card"/g, 500],
  ["GET /search/", "/search?q=card", () => asMany(product), /class="product-card"/g, 500],
  ["GET /cart/", "/cart", () => asMany(cartLine), /A card/g, 0],
  ["GET /order-history/", "/order-history", () => asMany(order), /<details class="order"/g, 500],
  [
    "GET /order-history/",
    "/order-history",
    () => [{ ...order(1), vouchers: asMany(voucher) }],
    /class="ticket[ "]/g,
    2_000,
  ],
];

describe("no request holds the event loop", () => {
  let page: Page;
  test.each(ANSWERS)(
    "the longest %s makes a page of bounded length at %s [RES-05]",
    async (call, path, body, mark, most) => {
      page ??= await signIn(shop(), "foreign", { "Email or phone": "9876543210", Password: "Foreign@1" });
      const reply = { status: 200, body: body() };
      host.answer(call, () => reply);
      await lags();
      const cookie = page.browser.cookies.headerFor(shop().url("foreign", path))!;
      const answer = await send(shop().url("foreign", path), { headers: { cookie } });
      expect(answer.status).toBe(most === 0 ? 502 : 200);
      expect(answer.text.match(mark)?.length ?? 0).toBe(most);
      expect((await lags()).storefront).toBeLessThan(mostSeconds());
    },
  );

  const LONGEST = 64 * 1024 - 100;
  test.each([["a"], ["a@"], ["a."], [" "], ["<b>"], ["&amp;"], ["0"], ["\u0301"], ["%"]])(
    "the longest form or cart of %j does not block either program [RES-05]",
    async (piece) => {
      const text = piece.repeat(LONGEST / Buffer.byteLength(encodeURIComponent(piece)));
      const fields = ["username", "email", "password", "confirmPassword", "name", "message", "code", "intent"];
      const headers = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
      await lags();
      for (const path of ["/login", "/signup", "/contact-us", "/forgot", "/redeem-voucher", "/shopping-cart?product=1"])
        for (const field of fields) {
          const body = `${field}=${encodeURIComponent(text)}`;
          expect((await send(shop().url("acme", path), { method: "POST", headers, body })).status).toBeLessThan(500);
        }
      const q = encodeURIComponent(text).slice(0, 6_000).replace(/%.?$/, "");
      expect((await send(shop().url("acme", `/search?q=${q}`))).status).toBe(200);
      const call = (path: string, body: unknown) =>
        send(shop().apiUrl("acme", path), {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body).slice(0, LONGEST),
        });
      expect((await call("/user/login/", { username: text.slice(0, 30_000), password: text })).status).toBe(400);
      expect((await call("/cart/", { cart_items: Array(8_000).fill([[]]) })).status).toBeLessThan(500);
      const lag = await lags();
      expect(Object.keys(lag).sort()).toEqual(["api", "storefront"]);
      expect(Math.max(...Object.values(lag))).toBeLessThan(mostSeconds());
    },
  );
});
