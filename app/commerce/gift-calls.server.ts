import { AckSchema } from "./schemas/acknowledgements.ts";
import { GiftVouchersSchema, SentGiftSchema } from "./schemas/gifts.ts";
import type { Senders } from "./senders.server.ts";
import type { Gift } from "./types.ts";

/** Optional calls about gifts; a backend without them answers 404. */
export const createGiftCalls = ({ ask, send }: Pick<Senders, "ask" | "send">) => ({
  /** The gift behind a link, without its codes. */
  viewGift: (token: string) => ask({ method: "POST", path: "/gift/view/", body: { token } }, SentGiftSchema, send),

  openGift: (token: string) => ask({ method: "POST", path: "/gift/open/", body: { token } }, GiftVouchersSchema, send),

  /** Sends a gift again, to this recipient. Without `phone`, a number stays as before; with "", it is removed. */
  sendGiftAgain(id: string, { email, phone }: { email: string; phone?: string }) {
    const number = phone === undefined ? {} : { recipient_phone: phone };
    return ask({ method: "POST", path: "/gift/send/", body: { id, recipient_email: email, ...number } }, AckSchema);
  },
});

export const toWireGift = ({ recipientName, recipientEmail, recipientPhone, message, sendOn }: Gift) => ({
  recipient_name: recipientName,
  recipient_email: recipientEmail,
  ...(recipientPhone !== "" && { recipient_phone: recipientPhone }),
  message,
  send_on: sendOn,
});
