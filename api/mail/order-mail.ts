import type { Tenant } from "../../tenants/schema.ts";
import { getOrder } from "../repositories/orders.ts";
import { getUser } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";
import { composeLetter, link, paragraph, type Letter, type Part } from "./letter.ts";

/** What every mail about an order says. */
export type OrderMail = { tenant: Tenant; to: string; orderNumber: string; username: string; historyUrl: string };

export async function describeOrder({ db, tenant }: Shop, orderId: string): Promise<OrderMail> {
  const order = await getOrder(db.read, orderId);
  const user = await getUser(db.read, order.user_id);
  return {
    tenant,
    to: user.delivery_email ?? user.email,
    orderNumber: order.order_number,
    username: user.username,
    historyUrl: new URL("/order-history", order.redirect_url).href,
  };
}

/** A mail about an order: greeting, `lead`, `parts`, the way to the history. */
export const composeOrderMail = (mail: OrderMail, subject: string, lead: string, parts: Part[] = []): Letter =>
  composeLetter(mail.tenant, {
    to: mail.to,
    subject,
    parts: [paragraph(`Hello ${mail.username},\n${lead}`), ...parts, link("All your orders", mail.historyUrl)],
  });
