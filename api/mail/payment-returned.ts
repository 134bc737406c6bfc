import { t } from "../../config/language/t.ts";
import { formatPaise } from "../domain/pricing.ts";
import { findPaymentRefund } from "../repositories/refunds/payment-refunds.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { composeOrderMail, describeOrder } from "./order-mail.ts";

/** Notifies the buyer that a second payment, or one of a wrong amount, is returned. The order stays as it was. */
export const paymentReturnedMail: MailMaker = async (shop, { about: refundId }) => {
  const refund = await findPaymentRefund(shop.db.read, refundId);
  if (refund === undefined) return undefined;
  const { reader, mail } = await describeOrder(shop, refund.order_id);
  const compose = () => {
    const subject = t("mail.paymentReturnedSubject", { shop: shopName(mail.tenant) });
    const amount = formatPaise(refund.amount);
    const lead = t("mail.paymentReturned", { amount, order: mail.orderNumber, reason: refund.reason });
    return composeOrderMail(mail, subject, lead);
  };
  return { reader, compose };
};
