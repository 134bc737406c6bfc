import { areEqualSecrets } from "../../../config/equal-secrets.ts";
import type { Fault } from "../wire/faults.ts";
import { randomLetters } from "../wire/ids.ts";
import { signWoohoo, sortKeys } from "../wire/signing.ts";
import { type Call, createVendor, type Route } from "../wire/vendor.ts";
import { Books, type Order } from "./books.ts";
import { addCatalogueApi, addOrdersApi } from "./orders-api.ts";
import { errorAnswer, failure, read, refuse, refuseOauth } from "./refusals.ts";
import { TokenRequest, Verify } from "./schemas.ts";

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

const WEEK_MS = 7 * 24 * 3_600_000;

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
  const codes = new Set<string>();
  /** The time at which each token ends (ms). */
  const tokens = new Map<string, number>();
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

  vendor.route("POST", "/oauth2/verify", "token verify", (call) => {
    const { clientId, username, password } = read(call, Verify);
    const isRight =
      clientId === keys.clientId && username === keys.username && areEqualSecrets(password, keys.password);
    if (!isRight) throw refuse(401, 401, "Invalid credentials");
    const authorizationCode = randomLetters(32);
    codes.add(authorizationCode);
    return { status: 200, body: { authorizationCode } };
  });
  vendor.route("POST", "/oauth2/token", "token", (call) => {
    const { clientId, clientSecret, authorizationCode } = read(call, TokenRequest);
    if (clientId !== keys.clientId || !areEqualSecrets(clientSecret, keys.clientSecret))
      throw refuse(401, 401, "Invalid client");
    if (!codes.delete(authorizationCode)) throw refuse(401, 401, "Invalid authorization code");
    const token = randomLetters(32);
    tokens.set(token, now() + WEEK_MS);
    return { status: 200, body: { token } };
  });

  function authenticate(call: Call): void {
    const { authorization = "", dateatclient: date, signature } = call.headers;
    const token = /^Bearer (\S+)$/.exec(authorization)?.[1] ?? "";
    if ((tokens.get(token) ?? 0) <= now()) throw refuseOauth("token_rejected", "the token is unknown or has expired");
    if (typeof date !== "string" || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(date))
      throw refuseOauth("parameter_absent", "dateAtClient must be an ISO 8601 time");
    const expected = signWoohoo(keys.clientSecret, call.method, call.origin + call.url, call.body);
    if (typeof signature !== "string" || !areEqualSecrets(signature, expected))
      throw refuseOauth("signature_invalid", "the signature does not fit method, URL and body");
    const sorted = JSON.stringify(sortKeys(call.body));
    if (call.body !== undefined && sorted !== call.rawBody.toString("utf8"))
      call.warn("the body was not sent as it was signed: sorted");
  }

  const route: Route = (method, path, name, handler) =>
    vendor.route(method, `/rest/v3${path}`, name, (call) => {
      authenticate(call);
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
    revokeTokens: () => tokens.clear(),
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
