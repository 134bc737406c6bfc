import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import type { Fault } from "../wire/faults.ts";
import { randomLetters } from "../wire/ids.ts";
import { createVendor, type Route } from "../wire/vendor.ts";
import { addCatalogueApi, addOrdersApi, addReportsApi, errorAnswer, read, refuse } from "./api.ts";
import { Books, type Status } from "./books.ts";

export type ReloadlyOptions = {
  clientId?: string;
  clientSecret?: string;
  /** The prepaid balance in paise; ₹1,00,000 by default. */
  float?: number;
  /** The account's currency, and the rupees that one unit of it buys. INR at 1 by default. */
  currency?: string;
  rate?: number;
  now?: () => number;
};

export type ReloadlySimulator = ReturnType<typeof createReloadlySimulator>;

const DAY_SECONDS = 86_400;
const ACCEPT = /^application\/com\.reloadly\.giftcards-v1\+json$/;
/** The call for cards has two versions. */
const ACCEPT_CARDS = /^application\/com\.reloadly\.giftcards-v[12]\+json$/;
const AUDIENCES = ["https://giftcards.reloadly.com", "https://giftcards-sandbox.reloadly.com"] as const;

const TokenRequest = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.literal("client_credentials", { error: "must be client_credentials" }),
  audience: z.enum(AUDIENCES, { error: `must be ${AUDIENCES.join(" or ")}` }),
});

/**
 * A Reloadly gift card account in memory, after github.com/Reloadly/reloadly-api-documentation: tokens, products, orders, codes,
 * reports. Amounts are rupees and the account's currency in its API, and paise in this object.
 */
export function createReloadlySimulator(options: ReloadlyOptions = {}) {
  const now = options.now ?? Date.now;
  const keys = { id: options.clientId ?? randomLetters(32), secret: options.clientSecret ?? randomLetters(48) };
  const books = new Books(now, options.float ?? 10_000_000);
  const shape = { isList: true, hasNumbers: false };
  const account = { books, now, currency: options.currency ?? "INR", rate: options.rate ?? 1, shape };
  /** The time at which each token ends (ms). */
  const tokens = new Map<string, number>();

  const vendor = createVendor({
    now,
    notFound: (call) => errorAnswer(call, 404, "NOT_FOUND", "Not found"),
    failure: (status) =>
      errorAnswer(null, status, status === 429 ? "TOO_MANY_REQUESTS" : "PROVIDER_INTERNAL_ERROR", "The request failed"),
  });

  vendor.route("POST", "/oauth/token", "token", (call) => {
    const { client_id, client_secret } = read(call, TokenRequest);
    if (client_id !== keys.id || !areEqualSecrets(client_secret, keys.secret))
      throw refuse(call, 401, "INVALID_CREDENTIALS", "Access Denied");
    const token = randomLetters(64);
    tokens.set(token, now() + DAY_SECONDS * 1000);
    const body = { access_token: token, scope: "send-giftcards", expires_in: DAY_SECONDS, token_type: "Bearer" };
    return { status: 200, body };
  });

  const route: Route = (method, path, name, handler) =>
    vendor.route(method, path, name, (call) => {
      const token = /^Bearer (\S+)$/.exec(call.headers.authorization ?? "")?.[1] ?? "";
      if ((tokens.get(token) ?? 0) <= now())
        throw refuse(call, 401, "INVALID_TOKEN", "Full authentication is required to access this resource");
      const accepted = name === "cards" ? ACCEPT_CARDS : ACCEPT;
      if (!accepted.test(call.headers.accept ?? ""))
        throw refuse(call, 406, "NOT_ACCEPTABLE", `Accept must match ${accepted.source}`);
      return handler(call);
    });
  addCatalogueApi(route, account);
  addOrdersApi(route, account);
  addReportsApi(route, account);
  vendor.end();

  return {
    app: vendor.app,
    /** Every call, with its problems. */
    requests: vendor.requests,
    /** Products, transactions and the float. Tests may change products, and `float`. */
    books,
    keys,
    failNext: (fault: { call: string; how: Fault; times?: number }) => vendor.faults.failNext(fault),
    onNext: (call: string, run: (body: any) => void | Promise<void>) => vendor.faults.onNext(call, run),
    /** Makes all tokens invalid: the next call is answered with 401. */
    revokeTokens: () => tokens.clear(),
    /**
     * Sets the shape of codes in answers from now on. `isList` false: one card is an object. `hasNumbers`: JSON numbers of 19
     * digits.
     */
    answerCards: (wanted: Partial<typeof shape>) => void Object.assign(shape, wanted),
    /** The status of the next order. */
    nextStatus: (status: Status) => void (books.nextStatus = status),
    /** Changes an order, named by its customIdentifier. */
    setStatus(customIdentifier: string, status: Status): void {
      const found = books.transactions.find((one) => one.customIdentifier === customIdentifier);
      if (!found) throw new Error(`Reloadly's simulator knows no order "${customIdentifier}"`);
      books.setStatus(found, status);
    },
    /** The next order gets this number of cards fewer than requested. */
    deliverFewer: (cards: number) => void (books.missing = cards),
    /** The next order gets codes that were sold before. */
    repeatCodes: () => void (books.repeatsCodes = true),
    /** Takes a product out of the catalogue. */
    removeProduct(productId: number): void {
      for (const product of books.products) if (product.productId === productId) product.isGone = true;
    },
  };
}
