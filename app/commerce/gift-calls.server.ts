import { AckSchema } from "./schemas/acknowledgements.ts";
import { GiftVouchersSchema, SentGiftSchema } from "./schemas/gifts.ts";
import type { Senders } from "./senders.server.ts";
import type { Gift } from "./types.ts";

/** Optional calls about gifts; a backend without them answers 404. */
export const createGiftCalls = ({ ask, send }: Pick<Senders, "ask" | "send">) => ({
  /** The gift behind a mailed link, without its codes. */
  viewGift: (token: string) => ask({ method: "POST", path: "/gift/view/", body: { token } }, SentGiftSchema, send),

  openGift: (token: string) => ask({ method: "POST", path: "/gift/open/", body: { token } }, GiftVouchersSchema, send),

  /** Mails a gift again, to `email` unless it is empty. */
  sendGiftAgain: (id: string, email: string) =>
    ask({ method: "POST", path: "/gift/send/", body: { id, recipient_email: email } }, AckSchema),
});

export const toWireGift = ({ recipientName, recipientEmail, message, sendOn }: Gift) => ({
  recipient_name: recipientName,
  recipient_email: recipientEmail,
  message,
  send_on: sendOn,
});
