import { formatPaise } from "../domain/pricing.ts";
import { findPaymentRefund } from "../repositories/refunds/payment-refunds.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { composeOrderMail, describeOrder } from "./order-mail.ts";

/** Notifies the buyer that a second payment, or one of a wrong amount, is returned. The order stays as it was. */
export const paymentReturnedMail: MailMaker = async (shop, { about: refundId }) => {
  const refund = await findPaymentRefund(shop.db.read, refundId);
  if (refund === undefined) return undefined;
  const mail = await describeOrder(shop, refund.order_id);
  const why = refund.reason === "double" ? "was already paid" : "has another amount";
  const lead =
    `We received a payment of ${formatPaise(refund.amount)} for order ${mail.orderNumber}, which ${why}. It goes back to the ` +
    "account you paid from. UPI refunds take 3 to 5 working days.";
  return composeOrderMail(mail, `Payment returned by ${shopName(mail.tenant)}`, lead);
};
