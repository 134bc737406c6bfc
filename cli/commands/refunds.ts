import { sendRefund } from "../../api/payments/send-refund.ts";
import { listRefunds } from "../../api/repositories/all-orders.ts";
import { findRefund } from "../../api/repositories/payments.ts";
import { CommandError, defineCommand } from "../command.ts";
import { withShop } from "../open-shop.ts";
import { amount, JSON_OPTION, printList, time } from "../print.ts";
import { getOneOrder } from "./orders.ts";

const list = defineCommand({
  name: "refunds list",
  args: ["BRAND"],
  about: "Lists the refunds to send, oldest first. Their coins are already credited.",
  options: { all: { about: "include sent refunds" }, json: JSON_OPTION },
  async run({ args: { BRAND }, options }) {
    const refunds = await withShop(BRAND, ({ db }) => listRefunds(db.read, { isSentToo: options.all === true }));
    const rows = refunds.map((refund) => ({
      order_number: refund.order_number,
      order: refund.order_id,
      shopper: refund.email,
      amount: amount(refund.amount),
      coins: amount(refund.coins),
      reason: refund.reason,
      created_at: time(refund.created_at),
      sent_at: refund.sent_at === null ? null : time(refund.sent_at),
    }));
    printList(rows, { json: options.json, whenEmpty: "No refunds." });
  },
});

const send = defineCommand({
  name: "refunds send",
  args: ["BRAND", "ORDER"],
  about: "Sends an order's refund through the payment gateway, by order number or id.",
  more: "A refund is sent once. A second call changes nothing and ends with exit code 1.",
  async run({ args: { BRAND, ORDER } }) {
    const sent = await withShop(BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      const isSent = await sendRefund(shop, order.id);
      const refund = await findRefund(shop.db.read, order.id);
      if (refund === undefined) throw new CommandError(`no refund is due for order ${order.order_number}`);
      if (!isSent) {
        throw new CommandError(
          `the refund of order ${order.order_number} was already sent at ${time(refund.sent_at!)}`,
        );
      }
      return { ...refund, ...order, amount: refund.amount };
    });
    console.log(`Refunded ${amount(sent.amount)} rupees of order ${sent.order_number} to ${sent.email}.`);
  },
});

export const commands = [list, send];
