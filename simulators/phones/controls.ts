import type { Fault } from "../wire/faults.ts";
import type { Vendor } from "../wire/vendor.ts";
import type { Sending, Webhooks } from "../wire/webhooks.ts";
import type { Phones, PhoneState } from "./phones.ts";

/** The actions of a person or a test on each simulated provider of messages. */
export const messageControls = <Failure>(vendor: Vendor, phones: Phones<Failure>, webhooks: Webhooks) => ({
  app: vendor.app,
  /** Every call, with its problems. */
  requests: vendor.requests,
  messages: phones.messages,
  /** Receipts can be held, released in reverse, and dropped. */
  webhooks,
  failNext: (fault: { call: string; how: Fault; times?: number }) => vendor.faults.failNext(fault),
  planFailure: (failure: Failure) => phones.planFailure(failure),
  progress: () => phones.progress(),
  move: (id: string, state: PhoneState, failure?: Failure) => phones.move(id, state, failure),
  /** Sends the last receipt of a state again, such as "delivered": forged, unsigned, changed or several times. */
  sendReceipt: (state: PhoneState | "reply", how?: Sending) => webhooks.send(state, how),
});

/** In tests no receipt is repeated by itself. */
export const RECEIPT_BACKOFF_MS = [1, 5, 30].map((minutes) => minutes * 60_000);
