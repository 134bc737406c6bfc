import { totalRefunded } from "../../api/domain/refunds.ts";
import { closeRefundsOfOrder } from "../../api/refunds/close-refunds.ts";
import { countRevealedBeforeRefund } from "../../api/refunds/send-owed.ts";
import { sendRefundsOfOrder } from "../../api/refunds/send-refunds.ts";
import { listRefunds, listReturnedPayments } from "../../api/repositories/orders/all-orders.ts";
import { listOrderRefunds } from "../../api/repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../api/repositories/refunds/payment-refunds.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { amount, count, JSON_OPTION, printList, time } from "../command/print.ts";
import { getOneOrder } from "./orders.ts";

const list = defineCommand({
  name: "refunds list",
  args: ["BRAND"],
  options: { all: { about: "include sent refunds" }, json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const isSentToo = options.all === true;
    const { refunds, returned } = await withShop(terminal, BRAND, async ({ db }) => ({
      refunds: await listRefunds(db.read, { isSentToo }),
      returned: await listReturnedPayments(db.read, { isSentToo }),
    }));
    const owed = [
      ...refunds.map((refund) => ({
        ...refund,
        refund: refund.try_id,
        state: refund.state ?? (refund.sent_at === null ? "due" : "done"),
      })),
      ...returned.map(({ state, updated_at: updatedAt, ...refund }) => {
        const isSent = state === "pending" || state === "done";
        return { ...refund, refund: refund.id, coins: 0, state, sent_at: isSent ? updatedAt : null };
      }),
    ].sort((one, other) => one.created_at - other.created_at);
    const rows = owed.map((refund) => ({
      order_number: refund.order_number,
      order: refund.order_id,
      refund: refund.refund,
      shopper: refund.email,
      amount: amount(refund.amount),
      coins: amount(refund.coins),
      reason: refund.reason,
      state: refund.state,
      created_at: time(refund.created_at),
      sent_at: refund.sent_at === null ? null : time(refund.sent_at),
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: "No refunds." });
  },
});

const send = defineCommand({
  name: "refunds send",
  args: ["BRAND", "ORDER"],
  more: `
Each refund is sent once. A call when none waits changes nothing and ends with exit code 1. An order of which somebody has seen codes
(its own show in the order history, a gift's once it is opened) needs --even-if-revealed: make sure that the refund is for its other
cards.`,
  options: {
    refund: { value: "ID", about: "only this one, as refunds list names it; needed where several are paid by hand" },
    "even-if-revealed": { about: "send it although codes of the order were seen" },
    "paid-by-hand": {
      about: "book that you have paid it back another way, unless the gateway says that it has done so",
    },
  },
  audited: "always",
  async run({ args: { BRAND, ORDER }, options, terminal }) {
    const lines = await withShop(terminal, BRAND, async (shop) => {
      const order = await getOneOrder(shop.db.read, ORDER);
      if (!options["even-if-revealed"]) await refuseRevealed(shop, order);
      const owed = await listOrderRefunds(shop.db.read, order.id);
      const isByHand = options["paid-by-hand"] === true;
      const sent = await (isByHand ? closeRefundsOfOrder : sendRefundsOfOrder)(shop, order.id, options.refund);
      const refunds = await listRefundsOfOrder(shop.db.read, order.id);
      if (owed.length === 0 && refunds.length === 0)
        throw new CommandError(`no refund is due for order ${order.order_number}`);
      if (sent.length === 0 && owed.every(({ sent_at }) => sent_at !== null)) {
        const at = time(owed.at(-1)?.sent_at ?? refunds.at(-1)!.updated_at);
        throw new CommandError(`the refund of order ${order.order_number} was already sent at ${at}`);
      }
      return `Refunded ${amount(sent.reduce((sum, refund) => sum + refund.amount, 0))} rupees of order ${order.order_number} to ${order.email}.`;
    });
    terminal.print(lines);
  },
});

/** @throws CommandError while a refund waits for an order whose codes somebody has seen */
async function refuseRevealed(shop: Shop, order: { id: string; order_number: string }) {
  const revealed = await countRevealedBeforeRefund(shop, order.id);
  if (revealed === 0) return;
  const owed = (await listOrderRefunds(shop.db.read, order.id)).filter(({ sent_at }) => sent_at === null);
  throw new CommandError(
    `${count(revealed, "code")} of order ${order.order_number} were already seen; --even-if-revealed refunds ${amount(totalRefunded(owed).amount)} rupees all the same`,
  );
}

export const commands = [list, send];
