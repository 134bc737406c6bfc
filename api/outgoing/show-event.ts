import type { Event } from "../repositories/outgoing/events.ts";

/** An event in the form for the operator's systems: money in paise, coins in hundredths, times in ISO 8601. */
export function showEvent(brand: string, event: Event) {
  const { id, type, order_id, order_number, order_status: status, total, amount, coins } = event;
  const order = { id: order_id, number: order_number, status, total, amount, coins };
  return {
    id,
    type,
    version: 1,
    brand,
    created_at: new Date(event.created_at).toISOString(),
    data: { ...(order_id !== null && { order }), ...(JSON.parse(event.details) as object) },
  };
}
