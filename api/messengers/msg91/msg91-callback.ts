import { z } from "zod";

import type { Secrets } from "../../../config/brand/secrets.ts";
import type { MessageFault } from "../../domain/messages/message-states.ts";
import type { Callback, ReadCallback, Receipt } from "../../ports/messenger.ts";
import { hasCallbackKey } from "../adapter/callback-key.ts";
import { maskReason, tryToRead } from "../adapter/outcomes.ts";

const Report = z.looseObject({
  status: z.string().nullish(),
  desc: z.string().nullish(),
  failedReason: z.string().nullish(),
});
type Report = z.output<typeof Report>;

/** Version 2: a form, whose field `data` is JSON text. */
const SecondVersion = z.array(z.looseObject({ requestId: z.string().min(1), report: z.array(Report) }));
/** Version 3: one JSON object. */
const ThirdVersion = Report.extend({ requestId: z.string().min(1) });

/**
 * The versions 2 and 3 of https://msg91.com/help/webhooks/how-can-i-get-the-delivery-reports-on-my-webhook-url. MSG91 signs
 * nothing, so the address holds a secret. Each request has one recipient, so its id finds the message.
 */
export function readMsg91Callback(secrets: Secrets, callback: Callback): ReadCallback {
  if (callback.method !== "POST") return { ok: false, reason: "not a POST" };
  if (!hasCallbackKey(secrets, callback)) return { ok: false, reason: "bad key" };
  const receipts = readReports(callback.rawBody.toString("utf8"));
  return receipts === undefined ? { ok: false, reason: "unreadable" } : { ok: true, receipts, replies: [] };
}

function readReports(body: string): Receipt[] | undefined {
  const third = tryToRead(ThirdVersion, body);
  if (third !== undefined) return toReceipts(third.requestId, third);
  const second = tryToRead(SecondVersion, new URLSearchParams(body).get("data") ?? "");
  return second?.flatMap(({ requestId, report }) => report.flatMap((one) => toReceipts(requestId, one)));
}

/** The statuses of the same page. */
const STATES: Record<string, Receipt["state"]> = {
  "1": "delivered",
  "2": "failed",
  "9": "failed",
  "16": "failed",
  "17": "failed",
  "25": "failed",
};

/** No receipt for a status that the page does not list. */
function toReceipts(requestId: string, { status, desc, failedReason }: Report): Receipt[] {
  const word = (desc ?? "").toUpperCase();
  const state = word === "DELIVERED" ? "delivered" : STATES[status ?? ""];
  if (state === undefined) return [];
  const hasFailed = state === "failed";
  return [
    {
      by: "provider id",
      id: requestId,
      state,
      fault: hasFailed ? faultOf(`${word} ${failedReason ?? ""}`) : null,
      reason: hasFailed ? maskReason([desc, failedReason].filter(Boolean).join(": ")) : null,
    },
  ];
}

/** Words about the registration at DLT mean a fault of the configuration. */
const faultOf = (text: string): MessageFault =>
  /\b(dlt|template|header|sender|entity|scrub\w*|url|whitelist\w*)\b/i.test(text) ? "configuration" : "recipient";
