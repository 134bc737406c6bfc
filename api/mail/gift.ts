import type { Tenant } from "../../config/brand/schema.ts";
import { hasLink } from "../domain/links.ts";
import { formatPaise } from "../domain/pricing.ts";
import { findGiftByLink, type OrderedGift } from "../repositories/gifts/gifts.ts";
import { composeLetter } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { button, paragraph, picture, pictureOf, quotation } from "./parts.ts";

/** Sends a gift's link to its recipient; no mail once the link is invalid. The mail holds no code. */
export const giftMail: MailMaker<{ url: string }> = async ({ db, tenant }, { about: tokenHash, contents }) => {
  const gift = await findGiftByLink(db.read, tokenHash);
  return gift && composeGift(tenant, gift, contents.url);
};

type Gift = Pick<
  OrderedGift,
  | "recipient_name"
  | "recipient_email"
  | "sender_name"
  | "message"
  | "product_name"
  | "denomination"
  | "issued"
  | "image_url"
>;

/** @param url the page on which the recipient opens the gift */
export function composeGift(tenant: Tenant, gift: Gift, url: string) {
  const { recipient_name: recipient, message, issued } = gift;
  // The recipient's address is unverified. The cart refuses links in names; this omits older ones.
  const sender = hasLink(gift.sender_name) ? "A friend" : gift.sender_name;
  const cards = `${gift.product_name}, ${formatPaise(gift.denomination)}${issued > 1 ? ` × ${issued}` : ""}`;
  const art = pictureOf(gift.image_url, url);
  return composeLetter(tenant, {
    to: gift.recipient_email,
    subject: `${sender} has sent you a gift: ${gift.product_name}`,
    parts: [
      paragraph(
        `${hasLink(recipient) ? "Hello" : `Hello ${recipient}`},\n${sender} has sent you a gift card from ${shopName(tenant)}: ${cards}.`,
      ),
      ...(art === null ? [] : [picture(art, `${gift.product_name} gift card`)]),
      ...(message === "" || hasLink(message) ? [] : [quotation(message)]),
      button("Open your gift", url),
      paragraph("Anyone with this link can use the gift card. Please don't forward this mail."),
    ],
    reason: `You get this mail because ${sender} gave us your address for this gift. You are on no mailing list.`,
  });
}
