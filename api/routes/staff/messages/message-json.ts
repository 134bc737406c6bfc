import type { createEyes } from "../../../domain/mask.ts";
import type { ListedMessage } from "../../../repositories/messages/message-lists.ts";

/** A message to a phone on the wire; the number as the member may see it. */
export const messageJson = (row: ListedMessage, eyes: ReturnType<typeof createEyes>) => ({
  id: row.id,
  kind: row.kind,
  phone: eyes.phone(row.phone),
  channel: row.channel,
  state: row.state,
  reason: row.reason,
  copies: row.copies,
  created_at: row.created_at,
});
