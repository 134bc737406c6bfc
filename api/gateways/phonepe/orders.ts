import { isGatewayPage } from "../../../config/brand/gateway-facts.ts";
import { Unreachable } from "../../base/unreachable.ts";
import type { Attempt, Created, IntentRequest, PaymentView, ReceivedPayment } from "../../ports/gateway.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { readMethod } from "../payment-method.ts";
import { NAME } from "./bases.ts";
import type { PhonePeClient } from "./client.ts";
import { findRefundOf } from "./refunds.ts";
import { Checkout, OrderStatus, QrCode } from "./shapes.ts";

/** The least `expireAfter`. */
export const LEAST_WINDOW_MS = 300_000;

type Options = Pick<GatewayOptions<"phonepe">, "settings" | "clock">;

/** The two products have different paths. The name of a ref identifies the product of the order. */
const PATHS = { checkout: "/checkout/v2", custom: "/payments/v2" };
type Product = keyof typeof PATHS;

/** https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/create-payment */
export async function createCheckout(client: PhonePeClient, options: Options, request: IntentRequest) {
  const { redirectUrl } = request;
  const answer = await client.ask(`${PATHS.checkout}/pay`, Checkout, {
    ...orderOf(request, options),
    paymentFlow: {
      type: "PG_CHECKOUT",
      message: `${request.payee}: ${request.orderNumber}`,
      merchantUrls: { redirectUrl },
    },
  });
  if (!answer.ok) return refuse(client, request, "checkout", answer.message);
  const { orderId, expireAt, redirectUrl: page } = answer.value;
  if (!isGatewayPage(options.settings, page)) throw new Unreachable(`${NAME} names a page that is not its own`);
  return created(request, { checkout: orderId }, expireAt, { links: {}, qrPayload: null, hostedUrl: page });
}

/**
 * https://developer.phonepe.com/payment-gateway-custom-checkout/custom-api-integration/initiate-payment/upi-qr: an order has one
 * way to pay, so the text of its QR code is also the link for phones.
 */
export async function createQrCode(client: PhonePeClient, options: Options, request: IntentRequest) {
  const answer = await client.ask(`${PATHS.custom}/pay`, QrCode, {
    ...orderOf(request, options),
    paymentFlow: { type: "PG", paymentMode: { type: "UPI_QR" } },
  });
  if (!answer.ok) return refuse(client, request, "custom", answer.message);
  const { orderId, expireAt, qrData } = answer.value;
  if (!qrData.startsWith("upi://")) throw new Unreachable(`${NAME} answered without a UPI link`);
  return created(request, { custom: orderId }, expireAt, {
    links: { other: qrData },
    qrPayload: qrData,
    hostedUrl: null,
  });
}

const orderOf = ({ attemptId, amount, expiresAt }: IntentRequest, { clock }: Options) => ({
  merchantOrderId: attemptId,
  amount,
  expireAfter: Math.ceil(Math.max(expiresAt - clock.now(), LEAST_WINDOW_MS) / 1000),
});

function created(
  { expiresAt }: IntentRequest,
  refs: Attempt["refs"],
  expireAt: number | null | undefined,
  how: { links: { other?: string }; qrPayload: string | null; hostedUrl: string | null },
): Created {
  return { state: "created", intent: { refs, expiresAt: expireAt ?? expiresAt, ...how } };
}

/** PhonePe refuses a repeated id and never sends the page again, so such an attempt cannot be shown any more. */
async function refuse(
  client: PhonePeClient,
  { attemptId }: IntentRequest,
  product: Product,
  detail: string,
): Promise<Created> {
  if ((await findOrder(client, attemptId, product)) !== undefined)
    throw new Unreachable(`${NAME} has made this payment before and does not repeat its page`);
  return { state: "refused", reason: "rejected", detail };
}

const findOrder = (client: PhonePeClient, attemptId: string, product: Product) =>
  client.find(`${PATHS[product]}/order/${encodeURIComponent(attemptId)}/status?details=true`, OrderStatus);

/**
 * https://developer.phonepe.com/payment-gateway/website-integration/standard-checkout/api-integration/api-reference/order-status:
 * the state of the order decides, and its tries must agree. It lists no refunds, so the adapter fetches `refund` by its id.
 */
export async function fetchStatus(client: PhonePeClient, attempt: Attempt, refund?: string): Promise<PaymentView> {
  const order = await findAttempt(client, attempt);
  if (order?.state !== "COMPLETED") await refuseEarlyRefund(client, attempt, refund);
  if (order === undefined) return { state: "unknown", received: [], refunds: [] };
  refuseContradiction(order);
  if (order.state !== "COMPLETED") {
    return { state: hasFailed(order) ? "dead" : "open", received: [], refunds: [] };
  }
  const { orderId } = order;
  const back = refund === undefined ? undefined : await findRefundOf(client, attempt, { orderId, refund });
  return { state: "paid", received: receivedOf(order), refunds: back === undefined ? [] : [back] };
}

/** @throws Unreachable while PhonePe has a refund of an order that it does not call completed */
async function refuseEarlyRefund(client: PhonePeClient, attempt: Attempt, refund: string | undefined) {
  if (refund === undefined) return;
  const back = await findRefundOf(client, attempt, { orderId: attempt.id, refund });
  if (back !== undefined) throw new Unreachable(`${NAME} names a refund of an order that is not completed yet`);
}

/** A try that has not ended may still be paid, even if the order's state differs. */
const hasFailed = ({ state, paymentDetails }: OrderStatus) =>
  state === "FAILED" && (paymentDetails ?? []).every((one) => one.state === "FAILED");

/** @throws Unreachable for an order whose tries contradict its state: it is neither sold nor given up */
function refuseContradiction({ state, paymentDetails }: OrderStatus) {
  const tries = paymentDetails ?? [];
  const hasPaid = tries.some((one) => one.state === "COMPLETED");
  if (state === "FAILED" && hasPaid) throw new Unreachable(`${NAME} calls an order failed of which a try is completed`);
  if (state === "COMPLETED" && tries.length > 0 && !hasPaid)
    throw new Unreachable(`${NAME} calls an order completed of which no try is`);
  const amounts = Map.groupBy(listCompleted(tries), ({ transactionId }) => transactionId);
  for (const listed of amounts.values())
    if (listed.some(({ amount }) => amount !== listed[0]!.amount))
      throw new Unreachable(`${NAME} lists a try twice, with different amounts`);
}

const listCompleted = (tries: OrderStatus["paymentDetails"]) =>
  (tries ?? []).filter(({ state }) => state === "COMPLETED");

async function findAttempt(client: PhonePeClient, { id, refs }: Attempt): Promise<OrderStatus | undefined> {
  // Without refs, the answer to the request was lost.
  const products = (Object.keys(PATHS) as Product[]).filter((product) => refs[product] !== undefined);
  for (const product of products.length > 0 ? products : (Object.keys(PATHS) as Product[])) {
    const order = await findOrder(client, id, product);
    if (order === undefined) continue;
    const isOurs = (order.merchantOrderId ?? id) === id && (refs[product] ?? order.orderId) === order.orderId;
    if (!isOurs) throw new Unreachable(`${NAME} answered with another attempt's order`);
    return order;
  }
  return undefined;
}

/**
 * Each completed try, once even if it is listed twice. The earliest has the order's id, because a report may arrive before its
 * own id; refunds name the order, too. PhonePe accepts rupees only. A fee that the payer bears is added to the order's amount.
 */
function receivedOf(order: OrderStatus): ReceivedPayment[] {
  const { orderId, amount, payableAmount, feeAmount, currency, paymentDetails } = order;
  const fee = feeAmount ?? Math.max(0, (payableAmount ?? amount) - amount);
  // PhonePe may list a try without the fee.
  const withoutFee = (paid: number) => (paid === amount ? paid : paid - fee);
  const byId = Map.groupBy(listCompleted(paymentDetails), ({ transactionId }) => transactionId);
  const completed = [...byId.values()]
    .map(([first]) => first!)
    .toSorted((one, other) => (one.timestamp ?? 0) - (other.timestamp ?? 0));
  const paid = Math.min(amount, payableAmount ?? amount);
  if (completed.length === 0) return [{ gatewayPaymentId: orderId, amount: paid, currency: currency ?? "INR" }];
  return completed.map((detail, index) => {
    const rails = [detail.rail, ...(detail.splitInstruments ?? []).map(({ rail }) => rail)];
    const payer = rails.find((rail) => rail?.vpa)?.vpa;
    const bankReference = rails.find((rail) => rail?.utr)?.utr;
    const method = readMethod(detail.paymentMode);
    return {
      gatewayPaymentId: index === 0 ? orderId : detail.transactionId,
      amount: withoutFee(detail.amount),
      currency: currency ?? "INR",
      ...(payer && { payer }),
      ...(bankReference && { bankReference }),
      ...(method && { method }),
    };
  });
}
