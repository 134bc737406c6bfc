import type { Tenant } from "../../config/brand/schema.ts";
import { receiptNumber } from "../domain/receipts.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { getOrder } from "../repositories/orders/orders.ts";
import { findReceipt } from "../repositories/orders/receipts.ts";
import type { Shop } from "../shop/shop.ts";
import { composeLetter, greet, type Letter } from "./letter.ts";
import { link, paragraph, type Part } from "./parts.ts";

/** The common part of every mail about an order. */
export type OrderMail = {
  tenant: Tenant;
  to: string;
  orderNumber: string;
  /** "Hello Asha", without a comma. */
  greeting: string;
  historyUrl: string;
  /** Its number and page; null for an order that has none. */
  receipt: { number: string; url: string } | null;
};

export async function describeOrder({ db, tenant }: Shop, orderId: string): Promise<OrderMail> {
  const order = await getOrder(db.read, orderId);
  const user = await getUser(db.read, order.user_id);
  const receipt = await findReceipt(db.read, orderId);
  const receiptPath = `/receipt?${new URLSearchParams({ orderid: order.id })}`;
  return {
    tenant,
    to: user.delivery_email ?? user.email,
    orderNumber: order.order_number,
    // The delivery address is unverified.
    greeting: user.delivery_email === null ? greet(user) : "Hello",
    historyUrl: new URL("/order-history", order.redirect_url).href,
    receipt: receipt
      ? {
          number: receiptNumber(receipt.financial_year, receipt.serial),
          url: new URL(receiptPath, order.redirect_url).href,
        }
      : null,
  };
}

/** Composes a mail about an order: greeting, `lead`, `parts`, order number, and links to receipt and history. */
export const composeOrderMail = (mail: OrderMail, subject: string, lead: string, parts: Part[] = []): Letter =>
  composeLetter(mail.tenant, {
    to: mail.to,
    subject,
    parts: [
      paragraph(`${mail.greeting},\n${lead}`),
      ...parts,
      paragraph(`Order ${mail.orderNumber}`),
      ...(mail.receipt ? [link(`Receipt ${mail.receipt.number}`, mail.receipt.url)] : []),
      link("See all your orders", mail.historyUrl),
    ],
  });
