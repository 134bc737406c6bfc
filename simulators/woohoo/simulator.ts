import type { Fault } from "../wire/faults.ts";
import { randomLetters } from "../wire/ids.ts";
import { signWoohoo } from "../wire/signing.ts";
import { createVendor, type Route } from "../wire/vendor.ts";
import { Books, type Order } from "./books.ts";
import { addLogin } from "./login.ts";
import { addCatalogueApi, addOrdersApi } from "./orders-api.ts";
import { errorAnswer, failure } from "./refusals.ts";

export type WoohooOptions = {
  clientId?: string;
  clientSecret?: string;
  username?: string;
  password?: string;
  /** The prepaid balance in paise; ₹1,00,000 by default. */
  float?: number;
  now?: () => number;
  /** The time after which an order in processing completes by itself (ms); null, the default: `complete` does it. */
  completesAfterMs?: number | null;
};

export type WoohooSimulator = ReturnType<typeof createWoohooSimulator>;

/**
 * A Woohoo (Qwikcilver) account in memory, REST v3: log-in, signed calls and answers, catalogue, orders, cards, balances. The
 * signature follows qwikcilver/qwikgiftapioauth2sign. Amounts are rupees in its API, and paise in this object.
 */
export function createWoohooSimulator(options: WoohooOptions = {}) {
  const now = options.now ?? Date.now;
  const keys = {
    clientId: options.clientId ?? randomLetters(32).toLowerCase(),
    clientSecret: options.clientSecret ?? randomLetters(32).toLowerCase(),
    username: options.username ?? "simulated.shop",
    password: options.password ?? randomLetters(12),
  };
  const books = new Books(now, options.float ?? 10_000_000);
  const forged = { answers: 0 };

  const vendor = createVendor({
    now,
    notFound: () => errorAnswer(401, 401, "oauth_problem=signature_invalid"), // a wrong path looks like a wrong signature
    failure,
    headersOf(call, text) {
      const isForged = forged.answers > 0;
      if (isForged) forged.answers--;
      const key = isForged ? "not-the-secret" : keys.clientSecret;
      return { signature: signWoohoo(key, call.method, call.origin + call.url, JSON.parse(text)) };
    },
  });

  const login = addLogin(vendor, keys, now);
  const route: Route = (method, path, name, handler) =>
    vendor.route(method, `/rest/v3${path}`, name, (call) => {
      login.authenticate(call);
      return handler(call);
    });
  addOrdersApi(route, books, options.completesAfterMs ?? null);
  addCatalogueApi(route, books);
  vendor.end();

  function find(refno: string): Order {
    const order = books.orders.find((one) => one.refno === refno || one.orderId === refno);
    if (!order) throw new Error(`Woohoo's simulator knows no order "${refno}"`);
    return order;
  }

  return {
    app: vendor.app,
    /** Every call, with its problems. */
    requests: vendor.requests,
    /** Products, orders and the float. Tests may change products, and `float`. */
    books,
    keys,
    failNext: (fault: { call: string; how: Fault; times?: number }) => vendor.faults.failNext(fault),
    onNext: (call: string, run: (body: any) => void | Promise<void>) => vendor.faults.onNext(call, run),
    /** Makes all tokens invalid: the next call is answered with token_rejected. */
    revokeTokens: login.revokeTokens,
    /** Signs the next answers with a wrong key. */
    forgeAnswers: (times = 1) => void (forged.answers = times),
    /** The next order stays in processing. */
    workNext: () => void (books.isSlow = true),
    /** Gives an order in processing its cards. */
    complete: (refno: string) => books.complete(find(refno)),
    /** Ends an order in processing without cards. */
    cancel: (refno: string) => books.cancel(find(refno)),
    /** The next order completes with this number of cards fewer than requested. */
    deliverFewer: (cards: number) => void (books.missing = cards),
    /** The next order gets codes that were sold before. */
    repeatCodes: () => void (books.repeatsCodes = true),
    /** Takes a product out of the catalogue. */
    removeProduct: (sku: string) =>
      void books.products.splice(
        books.products.findIndex((one) => one.sku === sku),
        1,
      ),
    /** Replaces the client secret, which signs requests and answers. */
    rotateSecret: () => (keys.clientSecret = randomLetters(32).toLowerCase()),
  };
}
