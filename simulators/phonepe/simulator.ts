import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { gatewayControls } from "../wire/controls.ts";
import { randomLetters } from "../wire/ids.ts";
import { addPaymentList, addPaymentPage, redirect } from "../wire/payment-page.ts";
import { type Call, createVendor, type Route } from "../wire/vendor.ts";
import { createAccount, type PhonePeOptions } from "./account.ts";
import { createActions } from "./actions.ts";
import { addCheckoutApi, addRefundsApi } from "./api.ts";
import type { Order } from "./books.ts";
import { errorAnswer, failure, read, refuse, refuseClient } from "./refusals.ts";
import { TokenRequest } from "./schemas.ts";

export type PhonePeSimulator = ReturnType<typeof createPhonePeSimulator>;

const BASE = "/apis/pg-sandbox";
const PAGE_STATES = { PENDING: "open", COMPLETED: "paid", FAILED: "expired" } as const;

/**
 * A PhonePe account in memory, PG version 2 of https://developer.phonepe.com: tokens, standard and custom checkout, refunds,
 * webhooks and the payer's page. Amounts in paise.
 */
export function createPhonePeSimulator(options: PhonePeOptions = {}) {
  const account = createAccount(options);
  const actions = createActions(account);
  const { keys, webhooks, books, tokens, now } = account;
  /** The number of further status calls that return PENDING, by order. */
  const stale = new Map<string, number>();
  const vendor = createVendor({
    now,
    notFound: () => errorAnswer(404, "NOT_FOUND", "Api Mapping Not Found"),
    failure,
  });

  vendor.route("POST", `${BASE}/v1/oauth/token`, "token", (call) => {
    if (!/^application\/x-www-form-urlencoded\b/.test(call.headers["content-type"] ?? ""))
      throw refuse(415, "BAD_REQUEST", "the token request must be form-encoded");
    const { client_id, client_secret, client_version } = read(call, TokenRequest);
    const isRight =
      client_id === keys.id && client_version === keys.version && areEqualSecrets(client_secret, keys.secret);
    if (!isRight) throw refuseClient("client_id, client_secret or client_version is wrong");
    return { status: 200, body: account.grantToken() };
  });

  const route: Route = (method, path, name, handler) =>
    vendor.route(method, `${BASE}${path}`, name, (call) => {
      const [type, token = ""] = (call.headers.authorization ?? "").split(" ");
      if (type !== "O-Bearer") throw refuse(401, "AUTHORIZATION_FAILED", "Authorization must be: O-Bearer <token>");
      if ((tokens.get(token) ?? 0) <= now())
        throw refuse(401, "AUTHORIZATION_FAILED", "the token is unknown or has expired");
      actions.expireDue();
      return handler(call);
    });
  addCheckoutApi(route, account, stale);
  addRefundsApi(route, account, actions);

  const findOrder = ({ params }: Call): Order | undefined => books.orders.find(({ orderId }) => orderId === params.id);
  addPaymentPage(vendor, "/transact/:id", {
    find(call) {
      actions.expireDue();
      const order = findOrder(call);
      if (!order) return undefined;
      const { merchantOrderId: reference, amount, transactions } = order;
      const completed = transactions.filter(({ state }) => state === "COMPLETED");
      const paid = completed.reduce((sum, transaction) => sum + transaction.amount, 0);
      const state = PAGE_STATES[order.state];
      return { vendor: "PhonePe", payee: account.payee, reference, amount, paid, canPayPart: false, state };
    },
    pay: (call, wanted) => void actions.pay(findOrder(call)!.orderId, wanted),
    decline: (call) => void actions.decline(findOrder(call)!.orderId),
    expire: (call) => actions.expire(findOrder(call)!.orderId),
    leave(call) {
      const { redirectUrl } = findOrder(call)!;
      return redirectUrl === null ? undefined : redirect(redirectUrl);
    },
  });
  addPaymentList(vendor, "PhonePe", () =>
    books.orders.map(({ orderId, merchantOrderId, amount, state }) => ({
      href: `/transact/${orderId}`,
      reference: merchantOrderId,
      amount,
      state: PAGE_STATES[state],
    })),
  );
  vendor.end();

  return {
    ...gatewayControls(vendor, account, webhooks),
    /** Orders with their transactions, and refunds. */
    books,
    /** `id`, `secret`, `version`, `webhookUser` and `webhookPassword`. */
    keys,
    /** Makes all tokens invalid: the next call is answered with 401. */
    revokeTokens: () => tokens.clear(),
    /** Makes the next status calls of an order return PENDING, whatever happened. */
    answerStale: (merchantOrderId: string, times: number) => void stale.set(merchantOrderId, times),
    pay: actions.pay,
    startPaying: actions.startPaying,
    decline: actions.decline,
    expire: actions.expire,
    refundByItself: actions.refundByItself,
    settleRefund: actions.settleRefund,
    /** Replaces the webhook's password. */
    rotateSecret: () => (keys.webhookPassword = `${randomLetters(14)}a1`),
  };
}
