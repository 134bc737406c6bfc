import { markDelivered, takeDueMessage, type OutboxRow } from "../repositories/outbox.ts";
import { getOrder } from "../repositories/orders.ts";
import { findRefund } from "../repositories/payments.ts";
import { getUser } from "../repositories/users.ts";
import { listIssuedVouchers, unsealVoucher } from "../repositories/vouchers.ts";
import type { Shop } from "../shop.ts";
import { refundMail, voucherMail, type OrderMail } from "./order-mail.ts";

/** Pause before the next try of a message that could not be sent: a minute, doubled each time, at most six hours. */
const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;

/**
 * Sends every message that is due. One whose sender dies is sent again, under the same message id, so each arrives at
 * least once. The codes are unsealed here and live in the message only.
 */
export async function deliverOutbox(shop: Shop) {
  const { db, clock, log, mailer } = shop;
  for (;;) {
    const row = await db.transaction((tx) => takeDueMessage(tx, clock.now(), pauseAfter));
    if (row === undefined) return;
    try {
      const mail = await describe(shop, row);
      await mailer.send(row.kind === "vouchers" ? voucherMail(mail) : refundMail(mail));
    } catch (error) {
      log.error({ err: error, messageId: row.id, tries: row.tries }, "mail could not be sent yet");
      continue;
    }
    await db.transaction((tx) => markDelivered(tx, row.id, clock.now()));
  }
}

const pauseAfter = (tries: number) => Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);

async function describe(shop: Shop, { id, order_id }: OutboxRow): Promise<OrderMail> {
  const { db, tenant } = shop;
  const order = await getOrder(db.read, order_id);
  const user = await getUser(db.read, order.user_id);
  const vouchers = await listIssuedVouchers(db.read, [order_id]);
  return {
    id,
    to: user.delivery_email ?? user.email,
    brand: {
      name: tenant.branding.organization_name ?? tenant.id,
      primaryColour: tenant.branding.primary_color ?? "#18181b",
      email: tenant.branding.email,
    },
    orderNumber: order.order_number,
    username: user.username,
    historyUrl: new URL("/order-history", order.redirect_url).href,
    vouchers: vouchers.map((voucher) => ({
      name: voucher.name,
      faceValue: voucher.face_value!,
      expiresAt: voucher.expires_at!,
      ...unsealVoucher(shop, voucher),
    })),
    refund: await findRefund(db.read, order_id),
  };
}
