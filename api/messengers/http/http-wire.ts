import { z } from "zod";

import type { Receipt, Reply } from "../../ports/messenger.ts";
import { maskReason, readIndianNumber } from "../adapter/outcomes.ts";

// The bodies of our own contract (docs/messages/http.md).

export const AcceptedAnswer = z.looseObject({ id: z.string().min(1).max(200) });

const Fault = z.enum(["configuration", "recipient"]);

export const RefusedAnswer = z.looseObject({ error: Fault, reason: z.string().nullish() });

const SentReceipt = z
  .looseObject({
    id: z.string().min(1).max(200),
    state: z.enum(["sent", "delivered", "read", "failed"]),
    error: Fault.nullish(),
    reason: z.string().nullish(),
  })
  .transform(({ id, state, error, reason }): Receipt => ({
    by: "id",
    id,
    state,
    fault: error ?? null,
    reason: maskReason(reason),
  }));

const SentReply = z
  .looseObject({ from: z.string(), text: z.string(), at: z.iso.datetime({ offset: true }).nullish() })
  .transform(({ from, text, at }): Reply[] => {
    const phone = readIndianNumber(from);
    return phone === undefined ? [] : [{ phone, text, ...(at && { at: Date.parse(at) }) }];
  });

/** The body of a post by the receiver. A reply from a number outside India is left out. */
export const Report = z
  .looseObject({ receipts: z.array(SentReceipt).default([]), replies: z.array(SentReply).default([]) })
  .transform(({ receipts, replies }) => ({ receipts, replies: replies.flat() }));
