import { areEqualSecrets } from "../../../config/equal-secrets.ts";
import type { Fault } from "../wire/faults.ts";
import { randomLetters } from "../wire/ids.ts";
import { createVendor } from "../wire/vendor.ts";
import type { Sending } from "../wire/webhooks.ts";
import { createAccount, type RazorpayOptions } from "./account.ts";
import { createActions } from "./actions.ts";
import { addOrdersApi, type Route } from "./orders-api.ts";
import { addPages } from "./pages.ts";
import { addPaymentsApi } from "./payments-api.ts";
import { addRefundsApi } from "./refunds-api.ts";
import { errorAnswer, failure, refuse, UNKNOWN_URL } from "./refusals.ts";

export type RazorpaySimulator = ReturnType<typeof createRazorpaySimulator>;

/**
 * A Razorpay account in memory, as https://razorpay.com/docs/api/ describes it: orders, payment links, intents and QR codes
 * from server to server, refunds, webhooks and the payer's pages. Amounts in paise.
 */
export function createRazorpaySimulator(options: RazorpayOptions = {}) {
  const account = createAccount(options);
  const actions = createActions(account);
  const { keys, webhooks, books } = account;
  const vendor = createVendor({ now: account.now, notFound: () => errorAnswer(UNKNOWN_URL), failure });

  const route: Route = (method, path, name, handler) =>
    vendor.route(method, `/v1${path}`, name, (call) => {
      if (!areEqualSecrets(call.headers.authorization ?? "", basic(keys))) {
        const description = call.headers.authorization
          ? "Authentication failed"
          : "Please provide your api key for authentication purposes.";
        throw refuse(description, { status: 401 });
      }
      account.origin = call.origin;
      actions.expireDue();
      return handler(call);
    });
  addOrdersApi(route, account, actions);
  addPaymentsApi(route, account, actions);
  addRefundsApi(route, account, actions);
  addPages(vendor, account, actions);
  vendor.end();

  return {
    app: vendor.app,
    /** Every call, with what was wrong with it. */
    requests: vendor.requests,
    /** Orders, links, QR codes, payments and refunds. */
    books,
    webhooks,
    /** `id`, `secret` and `webhookSecret`. */
    keys,
    setWebhookUrl: (url: string | undefined) => void (account.webhookUrl = url),
    failNext: (fault: { call: string; how: Fault; times?: number }) => vendor.faults.failNext(fault),
    onNext: (call: string, run: (body: any) => void | Promise<void>) => vendor.faults.onNext(call, run),
    pay: actions.pay,
    decline: actions.decline,
    expire: actions.expire,
    refundByItself: actions.refundByItself,
    settleRefund: actions.settleRefund,
    sendWebhook: (eventOrId: string, how?: Sending) => webhooks.send(eventOrId, how),
    /** Replaces the webhook secret. Retries of earlier events keep the old one; `sendWebhook` uses the new one. */
    rotateSecret: () => (keys.webhookSecret = randomLetters(20)),
  };
}

const basic = ({ id, secret }: { id: string; secret: string }) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
