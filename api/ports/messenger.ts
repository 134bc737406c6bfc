import type { IncomingHttpHeaders } from "node:http";

import type { Channel, MessageKind, MessageTemplate, ProviderName } from "../../config/brand/messages.ts";
import type { MessageFault, ReceiptState } from "../domain/messages/message-states.ts";

/** A message to a phone, by a template that the provider has approved. It holds no voucher number and no PIN. */
export type PhoneMessage = {
  /** Our id of the message on this channel: 22 characters of [A-Za-z0-9_-]. A repeated call has the same one. */
  id: string;
  kind: MessageKind;
  /** E.164, such as "+919876543210". */
  to: string;
  /** The language code of the template. */
  language: string;
  template: Pick<MessageTemplate, "id" | "dltId" | "text">;
  /** The values in the order of the variables. */
  values: { name: string; text: string }[];
  /** The address for receipts, for providers that expect it with each message. */
  receiptUrl: string;
};

/** `reason` is for the operator, and holds no number and no secret. */
export type Sending =
  { state: "accepted"; providerId: string | null } | { state: "refused"; fault: MessageFault; reason: string };

/** A provider's report about one message, found by our id or by the provider's. */
export type Receipt = {
  by: "id" | "provider id";
  id: string;
  state: ReceiptState;
  fault: MessageFault | null;
  reason: string | null;
};

/** A text that somebody sent to the brand's number. `phone`: ten digits. `at`: the time (ms) by the provider, if it reports one. */
export type Reply = { phone: string; text: string; at?: number };

export type Callback = {
  method: "GET" | "POST";
  headers: IncomingHttpHeaders;
  /** The query of the address, which may hold the secret of an unsigned callback. */
  query: URLSearchParams;
  rawBody: Buffer;
  receivedAt: number;
};

/** `answer`: the text that the provider expects, such as a challenge. A bad proof is a value, not an exception. */
export type ReadCallback =
  { ok: true; receipts: Receipt[]; replies: Reply[]; answer?: string } | { ok: false; reason: string };

export type MessengerFinding = { level: "ok" | "warning" | "error"; text: string };

/** A provider of one channel under one brand's contract. */
export type Messenger = {
  readonly provider: ProviderName | "outbox";
  readonly channel: Channel;
  /**
   * Sends one message. It repeats nothing.
   * @throws Unreachable if the outcome is unknown; its `mayHaveArrived` is false if no connection was made
   */
  send(message: PhoneMessage): Promise<Sending>;
  /** Checks the proof of a callback over its raw body, in constant time, and reads its receipts and replies. */
  readCallback(callback: Callback): ReadCallback;
  /** Tries the credentials with a harmless call; absent if the provider has none. */
  check?(): Promise<MessengerFinding[]>;
};
