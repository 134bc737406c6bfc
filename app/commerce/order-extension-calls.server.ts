import { OPTIONAL_DEADLINE_MS } from "#app/base/constants.ts";
import { toRupees } from "#app/base/money.ts";

import { AckSchema } from "./schemas/acknowledgements.ts";
import { PlacedOrderSchema } from "./schemas/orders.ts";
import { ReceiptSchema } from "./schemas/receipts.ts";
import { WalletCardSchema, WalletSchema } from "./schemas/wallet.ts";
import { toWireId } from "./schemas/wire-id.ts";
import type { Senders } from "./senders.server.ts";
import type { Call } from "./transport.server.ts";

/** Calls about a placed order and its cards that a backend may lack. */
export const createOrderExtensionCalls = ({ ask }: Pick<Senders, "ask">) => ({
  /** The shopper notes that a voucher is used, or that it is not. */
  markVoucher: (id: string, isUsed: boolean) =>
    ask({ method: "PATCH", path: "/vouchers/", body: { id: toWireId(id), is_used: isUsed } }, AckSchema),

  /** Opens another attempt to pay an order whose payment was declined. */
  payAgain: (orderId: string) =>
    ask({ method: "POST", path: "/order-payment/", body: { order_id: orderId } }, PlacedOrderSchema),

  /** The shopper's cards with covered codes, and how they are reminded of their ends. */
  getWallet: () => ask({ method: "GET", path: "/wallet/" }, WalletSchema),

  /** One card, with its codes where they may be seen; 404 for any other. */
  getWalletCard: (id: string) =>
    ask({ method: "GET", path: "/wallet/card/", query: new URLSearchParams({ id }) }, WalletCardSchema),

  /** Notes what is left on a card (paise; null for no note), or that it is put aside. */
  noteCard(id: string, { amountLeft, isArchived }: { amountLeft?: number | null; isArchived?: boolean }) {
    const left = amountLeft === undefined ? {} : { amount_left: amountLeft === null ? null : toRupees(amountLeft) };
    const archived = isArchived === undefined ? {} : { is_archived: isArchived };
    return ask({ method: "PATCH", path: "/wallet/", body: { id: toWireId(id), ...left, ...archived } }, AckSchema);
  },

  setCardReminders: (by: string) => ask({ method: "PUT", path: "/wallet/reminders/", body: { by } }, AckSchema),

  /** The receipt of a paid order; 404 for any other order. */
  getReceipt(orderId: string) {
    const query = new URLSearchParams({ order_id: orderId });
    return ask({ method: "GET", path: "/order-receipt/", query }, ReceiptSchema);
  },

  /** Accepts a version of the terms for an order. */
  acceptTerms(orderId: string, version: string) {
    const body = { order_id: orderId, version };
    const call: Call = { method: "POST", path: "/order-terms/", body, deadlineMs: OPTIONAL_DEADLINE_MS };
    return ask(call, AckSchema);
  },
});
