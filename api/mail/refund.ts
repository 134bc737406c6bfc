import { formatPaise } from "../domain/pricing.ts";
import { readRefundSubject } from "../repositories/mail/outbox.ts";
import { findOrderRefund } from "../repositories/refunds/order-refunds.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { composeOrderMail, describeOrder, type OrderMail } from "./order-mail.ts";

/** Notifies the buyer that an order or a part of it is refunded. */
export const refundMail: MailMaker = async (shop, { about }) => {
  const { orderId, number } = readRefundSubject(about);
  const refund = await findOrderRefund(shop.db.read, orderId, number);
  return refund && composeRefund(await describeOrder(shop, orderId), refund);
};

type Refunded = { amount: number; coins: number; reason?: string };

/** Cash in paise, coins in hundredths. */
export function composeRefund(mail: OrderMail, { amount, coins, reason }: Refunded) {
  const parts = [
    amount > 0
      ? `${formatPaise(amount)} is on its way back to the account you paid from. UPI refunds take 3 to 5 working days.`
      : "",
    coins > 0 ? `${coins / 100} coins are back on your account.` : "",
  ].filter((part) => part !== "");
  const isByStaff = reason === "returned" || reason === "goodwill" || reason === "disputed";
  const why = isByStaff
    ? `We have refunded cards of order ${mail.orderNumber}.`
    : `We could not deliver all of order ${mail.orderNumber}.`;
  const lead = `${why} ${parts.join(" ")}`;
  return composeOrderMail(mail, `Refund from ${shopName(mail.tenant)}`, lead);
}
