import type { OrderStatus } from "../domain/orders.ts";
import type { EventType } from "../domain/outgoing/events.ts";

/** The tables of events for the operator's own systems, and of the keys for their calls. */
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
  /** The time (ms) since which it gets nothing; its events wait. */
  paused_at: number | null;
  /** The shop's reason for the pause; null if a member paused it. */
  problem: string | null;
  /** The end (ms) of its rest after a failure. */
  rest_until: number | null;
  /** The time (ms) of the first failure since it last accepted an event. */
  failing_since: number | null;
  /** The time (ms) at which it last accepted an event. */
  delivered_at: number | null;
  /** The member's e-mail address. */
  created_by: string;
  created_at: number;
};

/** An event with the order's state right after it. It is kept for 30 days, and only if an endpoint subscribes to it. */
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
  /** JSON of additional data for the type, such as a refund's amount. */
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
  /** The status of the last answer; null if none came. */
  status: number | null;
  /** The beginning of the last answer, or the reason that none came. */
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
  /** The last use, to the hour. */
  used_at: number | null;
};
