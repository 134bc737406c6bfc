import type { Writer } from "../db/database.ts";
import { seal, unseal } from "../domain/encryption.ts";
import type { ReviewReason } from "../domain/purchase-limits.ts";
import type { Notice } from "../ports/gateway.ts";
import { receivedEventId } from "../repositories/payments/payments.ts";
import { updateWebhook, type Webhook } from "../repositories/payments/webhooks.ts";
import type { Shop } from "../shop/shop.ts";

type Content = { notices: Notice[]; body: string };

/** The encrypted content of the notification `id`, because bodies name payers. */
export const sealWebhook = ({ keys, tenant }: Shop, id: string, content: Content): string =>
  seal(keys, "webhook", JSON.stringify(content), { tenantId: tenant.id, id });

/** The content of a stored notification. */
export const readWebhook = ({ keys, tenant }: Shop, { id, sealed }: Webhook): Content =>
  JSON.parse(unseal(keys, "webhook", sealed, { tenantId: tenant.id, id })) as Content;

/** Notices of disputes, and of refunds that the shop did not request, may name only a payment. */
const reasonOf = ({ dispute, isUnreadDispute, refund, isOurRefund }: Notice): ReviewReason | undefined =>
  dispute !== undefined || isUnreadDispute
    ? "disputed"
    : refund !== undefined && !isOurRefund
      ? "given_back"
      : undefined;

/** @returns the event id of the payment that a notification disputes or refunds, if it names only a payment */
export function awaitedPayment(gateway: string, notices: Notice[]): string | null {
  for (const notice of notices)
    if (notice.attempt.by === "payment" && reasonOf(notice) !== undefined)
      return receivedEventId(gateway, notice.attempt.id);
  return null;
}

/**
 * Makes notifications due that came before their payment.
 * @returns the reason for which that payment's order has to be held
 */
export async function readEarly(tx: Writer, shop: Shop, early: Webhook[]): Promise<ReviewReason | null> {
  for (const { id } of early) await updateWebhook(tx, id, { next_try_at: shop.clock.now(), tries: 0 });
  const notices = early.flatMap((webhook) => readWebhook(shop, webhook).notices);
  return notices.map(reasonOf).find((reason) => reason !== undefined) ?? null;
}
