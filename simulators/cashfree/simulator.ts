import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { gatewayControls } from "../wire/controls.ts";
import { randomLetters } from "../wire/ids.ts";
import { type Answer, type Call, createVendor, type Route } from "../wire/vendor.ts";
import { API_VERSION, type CashfreeOptions, createAccount } from "./account.ts";
import { createActions } from "./actions.ts";
import { createDisputes } from "./disputes.ts";
import { addLinksApi, addPages } from "./links-api.ts";
import { addAttemptsApi, addOrdersApi } from "./orders-api.ts";
import { errorAnswer, failure, refuse } from "./refusals.ts";

export type CashfreeSimulator = ReturnType<typeof createCashfreeSimulator>;

const LIMITS = { "x-ratelimit-limit": "200", "x-ratelimit-remaining": "199", "x-ratelimit-type": "app_id" };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A Cashfree account in memory, version 2025-01-01 of https://www.cashfree.com/docs/api-reference/payments: orders, attempts from
 * server to server, links, refunds, webhooks and the payer's pages. Amounts are rupees in its API, and paise in `pay`.
 */
export function createCashfreeSimulator(options: CashfreeOptions = {}) {
  const account = createAccount(options);
  const actions = createActions(account);
  const { keys, webhooks, books } = account;
  const vendor = createVendor({
    now: account.now,
    notFound: () => errorAnswer(404, "not_found", "requested resource was not found"),
    failure,
    headersOf: () => ({ ...LIMITS, "x-api-version": API_VERSION }),
  });

  /** The answers by their idempotency keys. */
  const answered = new Map<string, { asked: string; answer: Answer }>();

  function replay(call: Call, handler: (call: Call) => Answer): Answer {
    const key = call.headers["x-idempotency-key"] as string | undefined;
    if (call.method !== "POST" || key === undefined) return handler(call);
    if (!UUID.test(key)) throw refuse(400, "x-idempotency-key_invalid", "x-idempotency-key : should be a UUID");
    const asked = `${call.url} ${call.rawBody.toString("utf8")}`;
    const earlier = answered.get(key);
    if (earlier && earlier.asked !== asked) {
      const message = "the request has the idempotency key of another request";
      throw refuse(422, "idempotency_key_reused", message, "idempotency_error");
    }
    const answer = earlier?.answer ?? handler(call);
    answered.set(key, { asked, answer });
    return { ...answer, headers: { ...answer.headers, "x-idempotency-replayed": String(earlier !== undefined) } };
  }

  function authenticate({ headers, name }: Call): void {
    const { "x-client-id": id = "", "x-client-secret": secret = "", "x-api-version": version } = headers;
    // The payment session replaces the keys, because a payer's browser has no keys.
    const needsKeys = name !== "create attempt" || id !== "";
    const isRight = !needsKeys || (id === keys.id && areEqualSecrets(String(secret), keys.secret));
    if (!isRight) throw refuse(401, "request_failed", "authentication Failed", "authentication_error");
    if (version === undefined) throw refuse(400, "version_missing", "x-api-version is missing in the request.");
    if (version !== API_VERSION)
      throw refuse(400, "version_invalid", `only ${API_VERSION} of x-api-version is simulated`);
  }

  const route: Route = (method, path, name, handler) =>
    vendor.route(method, `/pg${path}`, name, (call) => {
      authenticate(call);
      account.origin = call.origin;
      return replay(call, handler);
    });
  addAttemptsApi(route, account, actions); // before /orders/:id
  addOrdersApi(route, account, actions);
  addLinksApi(route, account, actions);
  const disputes = createDisputes(account, route);
  addPages(vendor, account, actions, disputes);
  vendor.end();

  return {
    ...gatewayControls(vendor, account, webhooks),
    /** Orders, links, payments and refunds, in paise. */
    books,
    /** `id` and `secret`, which signs webhooks too. */
    keys,
    pay: actions.pay,
    decline: actions.decline,
    drop: actions.drop,
    /** Leaves the attempt pending at the bank. */
    startPaying: (id: string) => actions.finish(id, "PENDING"),
    expire: actions.expire,
    refundByItself: actions.refundByItself,
    settleRefund: actions.settleRefund,
    openDispute: disputes.openDispute,
    moveDispute: disputes.moveDispute,
    /** Replaces the client secret; earlier events stay signed with the old one. */
    rotateSecret: () => (keys.secret = `cfsk_ma_test_${randomLetters(32)}`),
  };
}
