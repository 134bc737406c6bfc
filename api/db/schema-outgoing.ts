import type { OrderStatus } from "../domain/orders.ts";
import type { EventType } from "../domain/outgoing/events.ts";

/** The tables of what the operator's own systems are told, and of the keys by which they ask. */
export type OutgoingTables = {
  event_endpoints: EventEndpoints;
  /** The events that an endpoint gets. */
  event_subscriptions: { type: EventType; endpoint_id: string };
  events: Events;
  event_deliveries: EventDeliveries;
  api_keys: ApiKeys;
};

type EventEndpoints = {
  id: string;
  url: string;
  secret_sealed: string;
  /** The secret before the last rotation, which signs beside the new one until `old_secret_until` (ms). */
  old_secret_sealed: string | null;
  old_secret_until: number | null;
  /** Since when it gets nothing (ms); its events wait. */
  paused_at: number | null;
  /** Why the shop paused it; null if a member did. */
  problem: string | null;
  /** Until when it gets nothing after it failed (ms). */
  rest_until: number | null;
  /** When the first failure was after it last accepted an event (ms). */
  failing_since: number | null;
  /** When it last accepted an event (ms). */
  delivered_at: number | null;
  /** The member's e-mail address. */
  created_by: string;
  created_at: number;
};

/** What happened, as the order was right after it. Kept for 30 days, and only what an endpoint wants. */
type Events = {
  id: string;
  type: EventType;
  /** The order's columns are null for a test. */
  order_id: string | null;
  order_number: string | null;
  order_status: OrderStatus | null;
  total: number | null;
  amount: number | null;
  coins: number | null;
  /** JSON of what the type adds, such as a refund's amount. */
  details: string;
  created_at: number;
};

/** An event on its way to an endpoint. */
type EventDeliveries = {
  id: string;
  event_id: string;
  endpoint_id: string;
  state: "waiting" | "delivered" | "failed";
  tries: number;
  /** Null once it has ended. While the endpoint rests or is paused, nothing is sent at this time. */
  next_try_at: number | null;
  tried_at: number | null;
  /** The status of the last answer; null where none came. */
  status: number | null;
  /** The beginning of the last answer, or why none came. */
  answer: string | null;
  took_ms: number | null;
  created_at: number;
};

type ApiKeys = {
  id: string;
  name: string;
  /** SHA-256, base64url. */
  key_hash: string;
  /** Separated by spaces. */
  scopes: string;
  /** The member's e-mail address. */
  created_by: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** To the hour. */
  used_at: number | null;
};
