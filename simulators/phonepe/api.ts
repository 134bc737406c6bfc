import type { z } from "zod";

import { randomLetters } from "../wire/ids.ts";
import { upiLink } from "../wire/upi.ts";
import { type Answer, type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Order } from "./books.ts";
import { orderEntity, refundEntity } from "./entities.ts";
import { notFound, read, refuse } from "./refusals.ts";
import { CustomPay, NewRefund, SdkOrder, StandardPay } from "./schemas.ts";

/** Seconds by default, without `expireAfter`. The standard checkout's default is not published; this is its minimum. */
const DEFAULT_SECONDS = { PG_CHECKOUT: 300, UPI_INTENT: 600, UPI_QR: 480 };

/** Standard and custom checkout (https://developer.phonepe.com/payment-gateway/). */
export function addCheckoutApi(route: Route, account: Account, stale: Map<string, number>): void {
  const { books, now } = account;

  route("POST", "/checkout/v2/pay", "create checkout", (call) => {
    const body = read(call, StandardPay);
    const { redirectUrl } = body.paymentFlow.merchantUrls;
    const order = create(body, "PG_CHECKOUT", redirectUrl, body.disablePaymentRetry !== true);
    return created(order, { redirectUrl: `${call.origin}/transact/${order.orderId}` });
  });

  // For the vendor's apps, which open the checkout by the token.
  route("POST", "/checkout/v2/sdk/order", "create sdk order", (call) => {
    const body = read(call, SdkOrder);
    const { redirectUrl } = body.paymentFlow.merchantUrls ?? {};
    const order = create(body, "PG_CHECKOUT", redirectUrl, body.disablePaymentRetry !== true);
    return created(order, { token: randomLetters(40) });
  });

  route("POST", "/payments/v2/pay", "create custom", (call) => {
    const body = read(call, CustomPay);
    const { type } = body.paymentFlow.paymentMode;
    if (type === "UPI_INTENT" && body.deviceContext === undefined)
      throw refuse(400, "BAD_REQUEST", "deviceContext must not be null for UPI_INTENT");
    const order = create(body, type, body.paymentFlow.merchantUrls?.redirectUrl, true);
    const payment = { payee: "SIMULATED@ybl", name: account.payee, reference: order.orderId, note: "payment" };
    const link = upiLink({ ...payment, paise: order.amount });
    return created(order, type === "UPI_INTENT" ? { intentUrl: link } : { qrData: link });
  });

  type Asked = Pick<z.output<typeof CustomPay>, "merchantOrderId" | "amount" | "expireAfter" | "metaInfo">;

  function create(asked: Asked, mode: Order["mode"], redirectUrl: string | undefined, mayRetry: boolean): Order {
    const { merchantOrderId, amount, expireAfter = DEFAULT_SECONDS[mode], metaInfo = {} } = asked;
    if (books.orders.some((order) => order.merchantOrderId === merchantOrderId))
      throw refuse(400, "BAD_REQUEST", "Duplicate merchantOrderId");
    return books.addOrder({
      merchantOrderId,
      amount,
      expiresAt: now() + expireAfter * 1000,
      metaInfo: metaInfo as Record<string, string>,
      mode,
      redirectUrl: redirectUrl ?? null,
      mayRetry,
    });
  }

  const created = ({ orderId, state, expiresAt: expireAt }: Order, more: object) =>
    ok({ orderId, state, expireAt, ...more });

  const status = (call: Call, isRight: (order: Order) => boolean): Answer => {
    const order = books.orders.find(isRight);
    if (!order) throw notFound();
    const all = call.query.details === "true";
    const left = stale.get(order.merchantOrderId) ?? 0;
    if (left === 0) return ok(orderEntity(order, all));
    stale.set(order.merchantOrderId, left - 1);
    return ok(orderEntity({ ...order, state: "PENDING", transactions: [] }, all));
  };
  for (const flow of ["checkout", "payments"]) {
    route("GET", `/${flow}/v2/order/:id/status`, "status order", (call) =>
      status(call, ({ merchantOrderId }) => merchantOrderId === call.params.id),
    );
    route("GET", `/${flow}/v2/transaction/:id/status`, "status transaction", (call) =>
      status(call, ({ transactions }) => transactions.some(({ transactionId }) => transactionId === call.params.id)),
    );
  }
}

export function addRefundsApi(route: Route, account: Account, actions: Actions): void {
  const { books } = account;

  route("POST", "/payments/v2/refund", "refund order", (call) => {
    const { merchantRefundId, originalMerchantOrderId, amount } = read(call, NewRefund);
    const order = books.orders.find(({ merchantOrderId }) => merchantOrderId === originalMerchantOrderId);
    if (!order) throw notFound();
    if (books.refunds.some((refund) => refund.merchantRefundId === merchantRefundId))
      throw refuse(400, "BAD_REQUEST", "Refund ID Duplicated");
    if (order.state !== "COMPLETED") throw refuse(400, "BAD_REQUEST", "the order is not completed");
    if (amount > books.refundable(order)) throw refuse(400, "BAD_REQUEST", "amount is more than can be refunded");
    const refund = actions.refund(order, merchantRefundId, amount);
    return ok({ refundId: refund.refundId, amount, state: refund.state });
  });
  route("GET", "/payments/v2/refund/:id/status", "refund-status refund", ({ params }) => {
    const refund = books.refunds.find(({ merchantRefundId }) => merchantRefundId === params.id);
    if (!refund) throw notFound();
    return ok(refundEntity(refund, books.find(refund.originalMerchantOrderId)));
  });
}
