import type { Generated } from "kysely";

import type { Channel, MessageKind } from "../../config/brand/messages.ts";
import type { MessageFault, ReceiptState } from "../domain/messages/message-states.ts";

/** The tables of messages to phones. */
export type MessageTables = {
  messages: Messages;
  message_sendings: MessageSendings;
  early_receipts: EarlyReceipts;
  phone_consents: PhoneConsents;
};

/**
 * A message to a phone, written with the change that causes it. `waiting`: to be sent on `channel`; `sending`: a worker has
 * taken it; `accepted` to `read`: the best report of a provider; `failed`: no channel could send it; `dropped`: it was not sent
 * on purpose, see `reason`.
 */
type Messages = {
  id: string;
  kind: MessageKind;
  /** The id of its subject. Unique with `kind`. */
  about: string;
  /** For a message that was sent once more: its former subject, because `about` is then its own id. */
  earlier_about: Generated<string | null>;
  /** The account; null for a recipient without one. */
  user_id: string | null;
  /** Ten digits. */
  phone: string;
  /** The language code of the reader. */
  language: string;
  /** The encrypted values of the template; null once it has ended. */
  sealed: string | null;
  /** Null until the first try. */
  channel: Channel | null;
  state: "waiting" | "sending" | "accepted" | "sent" | "delivered" | "read" | "failed" | "dropped";
  /** Tries on the present channel. */
  tries: number;
  /** The time (ms) of the next step: a try, the next channel or the end; null once it has ended. */
  next_try_at: number | null;
  /** While the provider is busy: the time (ms) at which the next channel takes over. */
  fall_back_at: number | null;
  /** After this time (ms) it is not sent any more, and its values are deleted. */
  expires_at: number;
  /** The number of times after which the recipient may have got it twice. */
  copies: number;
  reason: string | null;
  created_at: number;
  ended_at: number | null;
  request_id: string | null;
};

/** A message on one channel. The provider gets `id`. */
type MessageSendings = {
  id: string;
  message_id: string;
  channel: Channel;
  provider: string;
  provider_id: string | null;
  state: "sending" | "accepted" | "sent" | "delivered" | "read" | "failed";
  fault: MessageFault | null;
  reason: string | null;
  /** The prices of all tries that the provider has not refused, in hundredths of a paisa. */
  cost: number;
  created_at: number;
  changed_at: number;
};

/** A report by the provider's id that came before the answer with this id. It names neither a number nor a message. */
type EarlyReceipts = {
  channel: Channel;
  provider_id: string;
  state: ReceiptState;
  fault: MessageFault | null;
  reason: string | null;
  received_at: number;
};

/**
 * The consent of a number to a channel, or its withdrawal. The newest row of a number and channel counts. One with both times is a
 * consent that ended, because the number went to somebody else.
 */
type PhoneConsents = {
  id: string;
  /** Ten digits. */
  phone: string;
  channel: Channel;
  /** The account in which it was given; null for a reply to a message. */
  user_id: string | null;
  source: "sign-in" | "wallet" | "profile" | "reply" | "console";
  /** The sentence that the person agreed to, or the reply. */
  text: string;
  given_at: number | null;
  withdrawn_at: number | null;
};
