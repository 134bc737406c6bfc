import { t } from "../../config/language/t.ts";
import { formatPaise, toRupees } from "../domain/pricing.ts";
import { readRefundSubject } from "../repositories/mail/outbox.ts";
import { findOrderRefund } from "../repositories/refunds/order-refunds.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { composeOrderMail, describeOrder, type OrderMail } from "./order-mail.ts";

/** Notifies the buyer that an order or a part of it is refunded. */
export const refundMail: MailMaker = async (shop, { about }) => {
  const { orderId, number } = readRefundSubject(about);
  const refund = await findOrderRefund(shop.db.read, orderId, number);
  if (refund === undefined) return undefined;
  const { reader, mail } = await describeOrder(shop, orderId);
  return { reader, compose: () => composeRefund(mail, refund) };
};

type Refunded = { amount: number; coins: number; reason?: string };

/** Cash in paise, coins in hundredths. */
export function composeRefund(mail: OrderMail, { amount, coins, reason }: Refunded) {
  const order = mail.orderNumber;
  const isByStaff = reason === "returned" || reason === "goodwill" || reason === "disputed";
  const lead = [
    isByStaff ? t("mail.refundByStaff", { order }) : t("mail.refundUndelivered", { order }),
    ...(amount > 0 ? [t("mail.refundMoney", { amount: formatPaise(amount) })] : []),
    ...(coins > 0 ? [t("mail.refundCoins", { count: toRupees(coins) })] : []),
  ];
  return composeOrderMail(mail, t("mail.refundSubject", { shop: shopName(mail.tenant) }), lead.join(" "));
}
