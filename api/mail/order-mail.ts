import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { showShortReference } from "../domain/bank/short-reference.ts";
import { receiptNumber } from "../domain/receipts.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { findReceipt } from "../repositories/orders/receipts.ts";
import type { Shop } from "../shop/shop.ts";
import { composeLetter, greeting, type Letter, nameOf } from "./letter.ts";
import { link, paragraph, type Part } from "./parts.ts";
import type { Reader } from "./reader-language.ts";

/** The common part of every mail about an order. */
export type OrderMail = {
  tenant: Tenant;
  to: string;
  orderNumber: string;
  /** The order's name for people, such as AUR-7K3-92Q; null for none. */
  reference: string | null;
  /** In the greeting; null for one without a name. */
  name: string | null;
  historyUrl: string;
  /** Its number and page; null for an order that has none. */
  receipt: { number: string; url: string } | null;
};

export async function describeOrder(
  { db, tenant }: Shop,
  orderId: string,
): Promise<{ reader: Reader; mail: OrderMail }> {
  const order = await getOrder(db.read, orderId);
  const user = await getUser(db.read, order.user_id);
  const receipt = await findReceipt(db.read, orderId);
  const receiptPath = `/receipt?${new URLSearchParams({ orderid: order.id })}`;
  const mail = {
    tenant,
    // Nobody has shown that an unproven address is the shopper's: it may be mistyped. An account with a verified phone buys with it.
    to: user.delivery_email ?? (user.email_verified_at === null ? "" : user.email),
    orderNumber: order.order_number,
    reference: order.short_reference && showShortReference(order.short_reference),
    // The delivery address is unverified.
    name: user.delivery_email === null ? nameOf(user) : null,
    historyUrl: new URL("/order-history", order.redirect_url).href,
    receipt: receipt
      ? {
          number: receiptNumber(receipt.financial_year, receipt.serial),
          url: new URL(receiptPath, order.redirect_url).href,
        }
      : null,
  };
  return { reader: user, mail };
}

/** Composes a mail about an order: greeting, `lead`, `parts`, order number, and links to receipt and history. */
export const composeOrderMail = (mail: OrderMail, subject: string, lead: string, parts: Part[] = []): Letter =>
  composeLetter(mail.tenant, {
    to: mail.to,
    subject,
    parts: [
      greeting(mail.name, lead),
      ...parts,
      paragraph(nameOrder(mail)),
      ...(mail.receipt ? [link(t("mail.receipt", { number: mail.receipt.number }), mail.receipt.url)] : []),
      link(t("mail.allOrders"), mail.historyUrl),
    ],
  });

const nameOrder = ({ orderNumber: order, reference }: OrderMail) =>
  reference === null ? t("mail.order", { order }) : t("mail.orderReference", { order, reference });
