import type { Gift, OrderedGift } from "#app/commerce/types.ts";

import { formatPhone } from "../../config/typed/phone.ts";

type Recipient = Pick<Gift, "recipientEmail" | "recipientPhone">;

/** "+91 98765 43210, meera@example.com": all ways to the recipient, the first one first. */
export const recipientOf = ({ recipientEmail, recipientPhone }: Recipient): string =>
  [recipientPhone && formatPhone(recipientPhone), recipientEmail].filter(Boolean).join(", ");

/** The number or the address to which a gift has left. */
export const sentTo = ({ phoneState, ...gift }: Recipient & Pick<OrderedGift, "phoneState">): string =>
  recipientOf(phoneState === null ? { ...gift, recipientPhone: "" } : { ...gift, recipientEmail: "" });
