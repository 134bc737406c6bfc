import type { RouterContextProvider } from "react-router";

import type { CartItem, Order, PastOrder } from "#app/commerce/types.ts";
import { commerceContext } from "#app/request/context.ts";

import { isOrderNumber, orderedAfter } from "../../commerce/order-number.server.ts";

type Context = Readonly<RouterContextProvider>;
type Wanted = { orderNumber: string; items: CartItem[]; amount: number };

const CLOCK_SKEW_MS = 2 * 60_000;
const MAX_CANDIDATES = 3;

/**
 * Finds the order in the history after place-order gave no usable answer; "unknown" if the backend does not answer. Looks for
 * its number, or, in a history without numbers, for a new order with the same products and amount (paise).
 */
export async function findPlacedOrder(context: Context, wanted: Wanted): Promise<{ id: string } | "none" | "unknown"> {
  const commerce = context.get(commerceContext);
  const history = await commerce.getOrderHistory();
  if (!history.ok) return "unknown";
  for (const { id } of history.value.filter((past) => matches(past, wanted)).slice(0, MAX_CANDIDATES)) {
    const order = await commerce.getOrder(id);
    if (!order.ok) return "unknown";
    if (matchesAmount(order.value, wanted.amount)) return { id };
  }
  return "none";
}

const matchesAmount = (order: Order, amount: number) =>
  order.amount === amount && (order.status === "pending" || amount === 0);

/** Matches by order number; without one, by products and by a time after the number was made. */
function matches(past: PastOrder, { orderNumber, items }: Wanted): boolean {
  if (isOrderNumber(past.orderNumber)) return past.orderNumber === orderNumber;
  const isNew = past.orderedAt !== null && past.orderedAt >= orderedAfter(orderNumber) - CLOCK_SKEW_MS;
  return isNew && namesOf(past.items) === namesOf(items.map(({ product }) => product));
}

const namesOf = (things: { name: string }[]) => JSON.stringify(things.map(({ name }) => name).toSorted());
