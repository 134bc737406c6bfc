import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { gatewayControls } from "../wire/controls.ts";
import { randomLetters } from "../wire/ids.ts";
import { createVendor, type Route } from "../wire/vendor.ts";
import { createAccount, type RazorpayOptions } from "./account.ts";
import { createActions } from "./actions.ts";
import { addCheckout } from "./checkout-page.ts";
import { createDisputes } from "./disputes.ts";
import { addIntentsApi } from "./intents-api.ts";
import { addLinksApi } from "./links-api.ts";
import { addOrdersApi } from "./orders-api.ts";
import { addPages } from "./pages.ts";
import { addPaymentsApi } from "./payments-api.ts";
import { addQrApi } from "./qr-api.ts";
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
  addOrdersApi(route, account);
  addLinksApi(route, account, actions);
  addIntentsApi(route, account);
  addQrApi(route, account, actions);
  addPaymentsApi(route, account, actions);
  addRefundsApi(route, account, actions);
  const disputes = createDisputes(account, route);
  addPages(vendor, account, actions, disputes);
  addCheckout(vendor, account, actions);
  vendor.end();

  return {
    ...gatewayControls(vendor, account, webhooks),
    /** Orders, links, QR codes, payments and refunds. */
    books,
    /** `id`, `secret` and `webhookSecret`. */
    keys,
    pay: actions.pay,
    decline: actions.decline,
    expire: actions.expire,
    refundByItself: actions.refundByItself,
    settleRefund: actions.settleRefund,
    openDispute: disputes.openDispute,
    moveDispute: disputes.moveDispute,
    /** Replaces the webhook secret. Retries of earlier events keep the old one; `sendWebhook` uses the new one. */
    rotateSecret: () => (keys.webhookSecret = randomLetters(20)),
  };
}

const basic = ({ id, secret }: { id: string; secret: string }) =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;
