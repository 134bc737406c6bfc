import { z } from "zod";

import type { MessageFault } from "../../domain/messages/message-states.ts";
import type { Receipt } from "../../ports/messenger.ts";
import { maskReason } from "../adapter/outcomes.ts";

/** Numbers are text (parseWireJson). */
export const ExotelStatus = z.looseObject({
  Status: z.string(),
  DetailedStatus: z.string().nullish(),
  DetailedStatusCode: z.string().nullish(),
});

/** The words of https://developer.exotel.com/docs/sms-support/sms-status-codes, and the older words of the status callback. */
const STATES: Record<string, Receipt["state"]> = {
  queued: "accepted",
  sending: "accepted",
  submitted: "accepted",
  sent: "sent",
  delivered: "delivered",
  failed: "failed",
  failed_dnd: "failed",
  expired: "failed",
  undelivered: "failed",
};

/**
 * The state by its word, because two pages of the vendor give different codes to the same detail. Undefined for another word.
 * `sent` means delivered with the detail DELIVERED_TO_HANDSET.
 */
export function toExotelState({
  Status: word,
  DetailedStatus: detail,
  DetailedStatusCode: code,
}: z.output<typeof ExotelStatus>): Pick<Receipt, "state" | "fault" | "reason"> | undefined {
  const named = STATES[word.toLowerCase().replaceAll("-", "_")];
  if (named === undefined) return undefined;
  if (named === "sent" && detail === "DELIVERED_TO_HANDSET") return { state: "delivered", fault: null, reason: null };
  if (named !== "failed") return { state: named, fault: null, reason: null };
  return {
    state: named,
    fault: faultOf(detail ?? ""),
    reason: maskReason([word, detail, code].filter(Boolean).join(" ")),
  };
}

/** A detail about the registration at DLT, such as FAILED_DLT_TEMPLATE or FAILED_INVALID_SENDER, is a fault of the configuration. */
const faultOf = (detail: string): MessageFault =>
  /DLT|SENDER|TEMPLATE|ENTITY|HEADER/i.test(detail) ? "configuration" : "recipient";
