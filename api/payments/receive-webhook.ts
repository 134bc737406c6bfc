import { within } from "../concurrency/within.ts";
import { askDispute } from "../disputes/ask-dispute.ts";
import { holdDisputed, settleDispute } from "../disputes/settle-dispute.ts";
import { isClosing } from "../domain/disputes.ts";
import { randomId } from "../domain/tokens.ts";
import { NOT_UNDERSTOOD, UNKNOWN_PAYMENT, WEBHOOK_MS } from "../domain/webhooks.ts";
import { gatewayOf } from "../gateways/gateway-of.ts";
import { hashBody } from "../gateways/wire.ts";
import type { DisputeView, Notice, Verified } from "../ports/gateway.ts";
import { holdGivenBack } from "../refunds/settle-refund.ts";
import { getOrder, type Order } from "../repositories/orders/orders.ts";
import { disputeId, findDispute } from "../repositories/payments/disputes.ts";
import {
  findPayment,
  findPaymentByRef,
  findPaymentOfEvent,
  type Payment,
  receivedEventId,
  toAttempt,
} from "../repositories/payments/payments.ts";
import {
  deleteOldWebhooks,
  getWebhookOfEvent,
  hasOldWebhook,
  insertWebhook,
  takeDueWebhook,
  updateWebhook,
  type Webhook,
} from "../repositories/payments/webhooks.ts";
import type { Shop } from "../shop/shop.ts";
import { awaitedPayment, readWebhook, sealWebhook } from "./early-notices.ts";
import { settlePayment } from "./settle-payment.ts";

const GATEWAY_MS = 5_000;
const LEASE_MS = 15_000;
const BATCH = 50;
/** Pauses between tries: 1, 2, 4, … s, for a day and a half. A notification may come before its attempt is stored. */
const FIRST_PAUSE_MS = 1_000;
const MOST_TRIES = 18;

type Proven = Omit<Extract<Verified, { ok: true }>, "ok">;

/**
 * Stores a notification whose proof is valid, once for each event. The caller processes it at once; the worker takes over if the
 * caller dies. @returns undefined if no work is left: it is repeated, empty or not understood
 */
export async function storeWebhook(shop: Shop, proven: Proven, rawBody: Buffer): Promise<Webhook | undefined> {
  const hash = hashBody(rawBody);
  const notices = await readUnclear(shop, proven, hash);
  const hasNotices = notices.length > 0;
  if (!hasNotices && proven.unclear === undefined) return undefined;
  const { kind } = shop.payments;
  const id = randomId();
  const now = shop.clock.now();
  const body = rawBody.toString("utf8");
  const eventId = `${kind}:${notices.map((notice) => notice.eventId).join(" ") || hash}`;
  const webhook: Webhook = {
    id,
    event_id: eventId,
    gateway: kind,
    sealed: sealWebhook(shop, id, { notices, body }),
    outcome: hasNotices ? null : proven.isKnown ? UNKNOWN_PAYMENT : NOT_UNDERSTOOD,
    order_id: null,
    tries: 1,
    next_try_at: hasNotices ? now + LEASE_MS : null,
    received_at: now,
    awaited_payment: awaitedPayment(kind, notices),
  };
  const isNew = await shop.db.transaction(async (tx) => {
    if (await insertWebhook(tx, webhook)) return true;
    const known = await getWebhookOfEvent(tx, eventId);
    if (readWebhook(shop, known).body === body) return false;
    // A gateway may use one id for two events.
    return insertWebhook(tx, { ...webhook, event_id: `${eventId}:${hash}` });
  });
  if (isNew) logUnread(shop, id, proven, hasNotices);
  return isNew && hasNotices ? webhook : undefined;
}

/**
 * A notification of an unexpected shape causes a status query of the first attempt that it names. A status query does not answer
 * one about a dispute, so the order of that attempt is held; a payment that it names may be reported only later.
 */
async function readUnclear(shop: Shop, { notices, unclear, isDispute }: Proven, hash: string): Promise<Notice[]> {
  if (unclear === undefined) return notices;
  const about = { eventId: hash, ...(isDispute && { isUnreadDispute: true }) };
  const payment = await findFirst(shop, unclear);
  if (payment !== undefined) return [{ ...about, attempt: { by: "id", id: payment.id } }];
  const attempt = isDispute && unclear.find(({ by }) => by === "payment");
  return attempt ? [{ ...about, attempt }] : [];
}

async function findFirst(shop: Shop, attempts: Notice["attempt"][]): Promise<Payment | undefined> {
  for (const attempt of attempts) {
    const payment = await findNoticed(shop, attempt);
    if (payment !== undefined) return payment;
  }
  return undefined;
}

function logUnread({ log }: Shop, webhook: string, { isKnown, isDispute }: Proven, hasNotices: boolean) {
  if (isKnown) return;
  if (isDispute) log.error({ webhook }, "a dispute cannot be read: look in the gateway's dashboard");
  else if (!hasNotices) log.warn({ webhook }, "notification not understood");
}

/** Processes the notifications that are due, and deletes old ones. @returns true when more may be due */
export async function processWebhooks(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  await deleteOld(shop);
  for (let count = 0; count < BATCH && !signal?.aborted; count++) {
    const webhook = await shop.db.transaction((tx) => takeDueWebhook(tx, shop.clock.now(), LEASE_MS));
    if (webhook === undefined) return false;
    await processWebhook(shop, webhook);
  }
  return true;
}

/** Processes a notification that belongs to the caller. A notification that fails is tried again later. */
export async function processWebhook(shop: Shop, webhook: Webhook): Promise<void> {
  try {
    const { orderId, outcome } = await settleNotices(shop, readWebhook(shop, webhook).notices);
    if (orderId !== null)
      return await conclude(shop, webhook.id, { outcome, order_id: orderId, awaited_payment: null });
    await tryAgain(shop, webhook, outcome);
    shop.log.warn({ webhook: webhook.id }, "notification about an unknown payment");
  } catch (error) {
    shop.log.warn({ err: error, webhook: webhook.id }, "notification not processed yet");
    await tryAgain(shop, webhook, "not processed yet");
  }
}

/** Processes a stored notification once more for the operator. @returns its new outcome */
export async function replayWebhook(shop: Shop, webhook: Webhook): Promise<string> {
  const { orderId, outcome } = await settleNotices(shop, readWebhook(shop, webhook).notices);
  const awaited = orderId === null ? webhook.awaited_payment : null;
  const tries = webhook.tries + 1;
  await conclude(shop, webhook.id, { outcome, order_id: orderId, awaited_payment: awaited, tries });
  return outcome;
}

async function conclude({ db }: Shop, id: string, change: Parameters<typeof updateWebhook>[2]): Promise<void> {
  await db.transaction((tx) => updateWebhook(tx, id, { next_try_at: null, ...change }));
}

function tryAgain(shop: Shop, { id, tries }: Webhook, outcome: string) {
  const next = tries < MOST_TRIES ? shop.clock.now() + FIRST_PAUSE_MS * 2 ** (tries - 1) : null;
  return conclude(shop, id, { outcome, order_id: null, next_try_at: next });
}

async function deleteOld({ db, clock }: Shop) {
  const before = clock.now() - WEBHOOK_MS;
  if (await hasOldWebhook(db.read, before)) await db.transaction((tx) => deleteOldWebhooks(tx, before));
}

async function settleNotices(shop: Shop, notices: Notice[]): Promise<{ orderId: string | null; outcome: string }> {
  const outcomes: string[] = [];
  let orderId: string | null = null;
  for (const notice of notices) {
    const payment = await findNoticed(shop, notice.attempt);
    if (payment === undefined)
      return { orderId: null, outcome: notice.isUnreadDispute ? NOT_UNDERSTOOD : UNKNOWN_PAYMENT };
    orderId = payment.order_id;
    outcomes.push(...(await settleNotice(shop, payment, notice)));
  }
  return { orderId, outcome: [...new Set(outcomes)].join(", ") || NOT_UNDERSTOOD };
}

async function settleNotice(shop: Shop, payment: Payment, notice: Notice): Promise<string[]> {
  if (notice.isUnreadDispute) {
    await shop.db.transaction((tx) => holdDisputed(tx, payment.order_id, shop.clock.now()));
    return [NOT_UNDERSTOOD];
  }
  if (notice.dispute !== undefined) {
    const { state } = await settleNoticedDispute(shop, payment, notice.dispute);
    return [`dispute ${state}`];
  }
  const order = await getOrder(shop.db.read, payment.order_id);
  const view = notice.decided ?? (await askStatus(shop, payment, order, notice));
  const settled = await settlePayment(shop, payment, order, view);
  return settled.length > 0 ? settled : [view.refunds.length > 0 ? "refund" : view.state];
}

/** The attempt that the brand's gateway names. */
export async function findNoticed({ db, payments }: Shop, attempt: Notice["attempt"]): Promise<Payment | undefined> {
  if (attempt.by === "ref") return findPaymentByRef(db.read, payments.kind, attempt.name, attempt.value);
  const payment =
    attempt.by === "id"
      ? await findPayment(db.read, attempt.id)
      : await findPaymentOfEvent(db.read, receivedEventId(payments.kind, attempt.id));
  return (payment?.gateway ?? "sandbox") === payments.kind ? payment : undefined;
}

/**
 * Books the gateway's present state of the dispute, because the notification may be late. A new dispute of a gateway that does not
 * answer is booked as notified, without the money, so that nothing is delivered until it answers.
 */
async function settleNoticedDispute(shop: Shop, payment: Payment, noticed: DisputeView): Promise<DisputeView> {
  try {
    const view = (await askDispute(shop, payment, noticed, GATEWAY_MS)) ?? noticed;
    await settleDispute(shop, payment, view);
    return view;
  } catch (error) {
    const isNew = (await findDispute(shop.db.read, disputeId(payment.gateway!, noticed.disputeId))) === undefined;
    if (isNew && isClosing(noticed.state)) await settleDispute(shop, payment, { ...noticed, taken: 0 });
    throw error;
  }
}

async function askStatus(shop: Shop, payment: Payment, order: Order, { refund, isOurRefund }: Notice) {
  const attempt = await toAttempt(shop.db.read, payment, order.order_number);
  try {
    return await within(GATEWAY_MS, "the payment gateway", gatewayOf(shop, payment).fetchStatus(attempt, refund));
  } catch (error) {
    // Until the gateway lists the refund, nothing is delivered for its money.
    if (refund !== undefined && !isOurRefund) await holdGivenBack(shop, order.id);
    throw error;
  }
}
