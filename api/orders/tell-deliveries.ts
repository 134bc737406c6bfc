import { CHANNEL_NAMES } from "../../config/brand/messages.ts";
import type { readOrderParts } from "../repositories/orders/read-order.ts";

type Parts = Awaited<ReturnType<typeof readOrderParts>>;
type Mail = Parts["mails"][number];
type Message = Parts["messages"][number];

/** An event of a mail or message: its time (ms), its name and a remark. */
type Delivery = { at: number; what: string; detail?: string };

/** The mails and messages about an order, each with the channel that was used and its state. They name no number or address. */
export const tellDeliveries = ({ mails, messages }: Pick<Parts, "mails" | "messages">): Delivery[] => [
  ...mails.flatMap(tellMail),
  ...messages.flatMap(tellSending),
  ...[...Map.groupBy(messages, ({ id }) => id).values()].flatMap(tellMessage),
];

function tellMail({ kind, created_at, delivered_at, not_mailed, tries }: Mail): Delivery[] {
  const about = kind === "further-refund" ? "another refund" : kind;
  if (delivered_at === null)
    return [{ at: created_at, what: `Mail waits: ${about}`, detail: tries > 0 ? `${tries} tries` : "" }];
  if (not_mailed === null) return [{ at: delivered_at, what: `Mail sent: ${about}` }];
  if (not_mailed === "goes to a phone") return []; // told as a message
  const detail = not_mailed === "no address" ? "the account has no confirmed address" : "nothing to send any more";
  return [{ at: delivered_at, what: `No mail: ${about}`, detail }];
}

const SENDING_STATES = {
  sending: "in progress",
  accepted: "accepted",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
} as const satisfies Record<NonNullable<Message["sending_state"]>, string>;

const tellSending = ({ kind, channel, sending_state: state, sending_reason, changed_at }: Message): Delivery[] =>
  channel === null || state === null || changed_at === null
    ? []
    : [
        {
          at: changed_at,
          what: `${CHANNEL_NAMES[channel]} ${SENDING_STATES[state]}: ${kind}`,
          detail: sending_reason ?? "",
        },
      ];

/** A message that waits or has ended without a provider's report. */
function tellMessage(rows: Message[]): Delivery[] {
  const { kind, state, reason, created_at, ended_at } = rows[0]!;
  const isTold = rows.some(({ sending_reason }) => sending_reason !== null && sending_reason === reason);
  if (state === "waiting") return [{ at: created_at, what: `Message waits: ${kind}`, detail: reason ?? "" }];
  if (isTold || (state !== "failed" && state !== "dropped")) return [];
  return [{ at: ended_at ?? created_at, what: `Message ${state}: ${kind}`, detail: reason ?? "" }];
}
