import { endOfWindow } from "../domain/orders.ts";
import type { Order } from "../repositories/orders/orders.ts";
import type { listCards, readOrderParts } from "../repositories/orders/read-order.ts";

type Known = Pick<Awaited<ReturnType<typeof readOrderParts>>, "events" | "receipt" | "coinEntries" | "supplyOrders"> &
  Pick<Awaited<ReturnType<typeof listCards>>, "cards"> & {
    order: Pick<Order, "status" | "created_at" | "updated_at" | "expires_at" | "declined_at">;
  };

/** A state that an order entered: its time (ms), its name, and a remark about the time. */
export type StateChange = { at: number; state: Order["status"]; detail: string };

const LATEST = "At the latest: this is the first thing that happened in it.";
const UNKNOWN_END = "It had expired before. When is not kept.";

/**
 * The states that an order went through after it was placed, as far as other rows show them: a move itself is not stored. The
 * time of the last state is the order's. Payments, receipts and returned coins date the others. Delivery began before its first
 * card or supply order. The expiry of an order without coins that was paid late is unknown.
 */
export function tellStates({ order, events, receipt, coinEntries, supplyOrders, cards }: Known): StateChange[] {
  const states: StateChange[] = [];
  const tell = (state: Order["status"], at: number | null | undefined, detail = "") => {
    if (at !== null && at !== undefined && state !== order.status) states.push({ at, state, detail });
  };
  const paid = events.find(({ outcome }) => outcome === "paid");
  const late = events.find(({ outcome }) => outcome === "paid_late");
  const isLate = late !== undefined || order.status === "paid_late";

  const end = findEnd({ order, events, coinEntries });
  if (isLate || (order.status === "refund_due" && end.isReported)) tell(end.state, end.at);
  const unknown = end.at === undefined ? UNKNOWN_END : "";
  if (isLate) tell("paid_late", late?.received_at, unknown);
  // An order that coins alone have paid has a receipt, and no event.
  else tell("paid", paid?.received_at ?? receipt?.issued_at);
  tell("fulfilling", beginOfDelivery({ supplyOrders, cards }), LATEST);

  const isMoved = order.status !== "pending";
  const detail = order.status === "paid_late" ? unknown : "";
  return isMoved ? [...states, { at: order.updated_at, state: order.status, detail }] : states;
}

/**
 * The end of an order without payment (`at` in ms): as reported by the gateway, else the time at which its coins were returned.
 */
function findEnd({ order, events, coinEntries }: Pick<Known, "order" | "events" | "coinEntries">) {
  const ended = events.find(({ outcome }) => outcome === "failed");
  const at = ended?.received_at ?? coinEntries.find(({ kind }) => kind === "release")?.created_at;
  // Versions before migration 074 ended a declined order at once.
  const isEarly = ended !== undefined && order.expires_at > ended.received_at;
  const state: Order["status"] = isEarly ? "failed" : endOfWindow(order);
  return { at, state, isReported: ended !== undefined };
}

/** The time of the first supply order or card (ms); undefined if there is none. */
function beginOfDelivery({ supplyOrders, cards }: Pick<Known, "supplyOrders" | "cards">): number | undefined {
  const times = [...supplyOrders.map(({ created_at }) => created_at), ...cards.map(({ issued_at }) => issued_at)];
  const known = times.filter((at) => at !== null);
  return known.length > 0 ? Math.min(...known) : undefined;
}
