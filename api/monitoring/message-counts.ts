import { Counter, type Registry } from "prom-client";

import type { Channel } from "../../config/brand/messages.ts";

/**
 * An answer of a provider, a report about a message, or its lack: `accepted`, `busy`, `recipient`, `configuration` and
 * `unknown` are answers; `sent` to `failed` are reports; `early` is a report before the answer; `stray` is one
 * about a message that is not ours.
 */
type Outcome =
  | "accepted"
  | "busy"
  | "recipient"
  | "configuration"
  | "unknown"
  | "sent"
  | "delivered"
  | "read"
  | "failed"
  | "early"
  | "stray";

type Counted = { tenant: string; channel: Channel; provider: string };

export type MessageCounts = ReturnType<typeof createMessageCounts>;

/** Counts the messages to phones of one process. */
export function createMessageCounts(registry: Registry) {
  const outcomes = new Counter({
    name: "awning_messages_total",
    help: "Answers and reports of providers about messages to phones",
    labelNames: ["tenant", "channel", "provider", "outcome"],
    registers: [registry],
  });
  const copies = new Counter({
    name: "awning_message_copies_total",
    help: "Messages whose recipient may have got them twice, because a provider did not answer in time",
    labelNames: ["tenant", "channel", "provider"],
    registers: [registry],
  });
  const costs = new Counter({
    name: "awning_message_cost_paise_total",
    help: "Prices of accepted messages by the brand's settings",
    labelNames: ["tenant", "channel", "provider"],
    registers: [registry],
  });
  return {
    count: (labels: Counted, outcome: Outcome) => outcomes.inc({ ...labels, outcome }),
    countCopy: (labels: Counted) => copies.inc(labels),
    /** @param cost hundredths of a paisa */
    addCost: (labels: Counted, cost: number) => costs.inc(labels, cost / 100),
  };
}
