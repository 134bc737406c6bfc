import { sendRefund } from "../../api/payments/send-refund.ts";
import { listRefunds } from "../../api/repositories/all-orders.ts";
import { findRefund } from "../../api/repositories/payments.ts";
import { countRevealed } from "../../api/repositories/vouchers.ts";
import type { Shop } from "../../api/shop.ts";
import { CommandError, defineCommand } from "../command.ts";
import { withShop } from "../open-shop.ts";
import { amount, count, JSON_OPTION, printList, time } from "../print.ts";
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
  more: `
A refund is sent once. A second call changes nothing and ends with exit code 1. An order of which somebody has seen codes
(its own show in the order history, a gift's once it is opened) needs --even-if-revealed: make sure that the refund is for its other
cards.`,
  options: { "even-if-revealed": { about: "send it although codes of the order were seen" } },
  async run({ args: { BRAND, ORDER }, options }) {
    const sent = await withShop(BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      if (!options["even-if-revealed"]) await refuseRevealed(shop, order);
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

/** @throws CommandError while a refund waits for an order of which somebody has seen codes */
async function refuseRevealed({ db }: Shop, order: { id: string; order_number: string }) {
  const refund = await findRefund(db.read, order.id);
  if (refund === undefined || refund.sent_at !== null) return;
  const revealed = await countRevealed(db.read, order.id);
  if (revealed === 0) return;
  throw new CommandError(
    `${count(revealed, "code")} of order ${order.order_number} were already seen; --even-if-revealed refunds ${amount(refund.amount)} rupees all the same`,
  );
}

export const commands = [list, send];
