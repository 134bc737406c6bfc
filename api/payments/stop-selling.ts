import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { findMismatch, type MismatchKind } from "../domain/orders.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import type { ReceivedPayment } from "../ports/gateway.ts";
import type { Order } from "../repositories/orders/orders.ts";
import type { Payment } from "../repositories/payments/payments.ts";
import {
  endStop,
  findLastEnd,
  findMismatchOfOther,
  type Mismatch,
  openStop,
} from "../repositories/payments/selling-stops.ts";
import type { Shop } from "../shop/shop.ts";

/** Two mismatches within this time are one fault. */
const WINDOW_MS = DAY_MS;

/** The name to lock before a mismatch is stored, so that the second of two at once counts the first. */
export const lockOfStops = ({ tenant }: Shop) => `selling stops of ${tenant.id}`;

/**
 * The difference between a received payment and the amount requested from the gateway; undefined if there is none, or if it may
 * be the payer's slip. For a brand's own UPI id, the payer types the amount by hand.
 */
export const findGatewayMismatch = ({ gateway, amount }: Payment, received: ReceivedPayment) =>
  gateway === "vpa" ? undefined : findMismatch(amount, received);

type Found = { kind: MismatchKind; payment: Payment; received: ReceivedPayment; addresses: string[] };

/**
 * Stops the brand's selling if another shopper's payment differed in the same way within a day and since the last stop: then the
 * gateway's settings are wrong, and each further sale would be refunded. Call it in the transaction that stores the mismatch,
 * under the lock of `lockOfStops`. `addresses` get a mail. @returns the stop that it opened
 */
export async function stopIfRepeated(
  tx: Writer,
  shop: Shop,
  order: Order,
  { kind, payment, received, addresses }: Found,
): Promise<{ stop: string; evidence: Mismatch[] } | undefined> {
  const now = shop.clock.now();
  const since = Math.max(now - WINDOW_MS, (await findLastEnd(tx)) ?? 0);
  const other = await findMismatchOfOther(tx, { kind, userId: order.user_id, mailboxKey: order.mailbox_key, since });
  if (other === undefined) return undefined;
  const own: Mismatch = {
    order_id: order.id,
    order_number: order.order_number,
    gateway_payment_id: received.gatewayPaymentId,
    asked: payment.amount,
    amount: received.amount,
    currency: received.currency,
    received_at: now,
  };
  const evidence = [other, own];
  const stop = await openStop(tx, kind, evidence, now);
  if (stop === undefined) return undefined;
  for (const to of addresses)
    await queueSealedMail(tx, shop, { kind: "selling-stopped", about: randomId(), contents: { to, evidence } });
  return { stop, evidence };
}

/** The recipients of the mail about a stop: the brand's owners, and its own address. */
export async function listToAlarm({ tenant, listOwners }: Shop): Promise<string[]> {
  const { email } = tenant.branding;
  return [...new Set([...(email === undefined ? [] : [email]), ...(await listOwners())])];
}

/**
 * Ends a stop, so that the brand sells again. Earlier payments no longer count. `by`: a member's address, or the command line.
 * @throws ApiError 409 if it has already ended
 */
export async function sellAgain({ db, clock, log }: Shop, stop: string, by: string): Promise<void> {
  if (!(await db.transaction((tx) => endStop(tx, stop, { by, now: clock.now() }))))
    throw new ApiError(409, "This stop has ended already. Load the page again to see whether the brand sells.");
  log.warn({ stop }, "the brand sells again");
}
