import { hasLink } from "../domain/links.ts";
import { formatPaise } from "../html.ts";
import { findGiftByLink } from "../repositories/gifts.ts";
import type { MailMaker } from "./kinds.ts";
import { button, composeLetter, paragraph, picture, quotation, shopName } from "./letter.ts";

/** A gift's link for its recipient; nothing once the link opens nothing any more. The mail holds no code. */
export const giftMail: MailMaker<{ url: string }> = async ({ db, tenant }, { about: tokenHash, contents }) => {
  const gift = await findGiftByLink(db.read, tokenHash);
  if (gift === undefined) return undefined;
  const { recipient_name: recipient, message, issued } = gift;
  // Nobody has proven the recipient's address. The cart refuses links; what is older than that rule goes without them.
  const sender = hasLink(gift.sender_name) ? "A friend" : gift.sender_name;
  const cards = `${gift.product_name}, ${formatPaise(gift.denomination)}${issued > 1 ? ` × ${issued}` : ""}`;
  const art = pictureOf(gift.image_url, contents.url);
  return composeLetter(tenant, {
    to: gift.recipient_email,
    subject: `${sender} has sent you a gift: ${gift.product_name}`,
    parts: [
      paragraph(
        `${hasLink(recipient) ? "Hello" : `Hello ${recipient}`},\n${sender} has sent you a gift card from ${shopName(tenant)}: ${cards}.`,
      ),
      ...(art === null ? [] : [picture(art, `${gift.product_name} gift card`)]),
      ...(message === "" || hasLink(message) ? [] : [quotation(message)]),
      button("Open your gift", contents.url),
      paragraph("Whoever has this link can use the gift card, so please keep this mail to yourself."),
    ],
  });
};

/** A card's picture as mail programs show it: drawn cards as pixels, since none of them shows SVG. */
function pictureOf(imageUrl: string, base: string): string | null {
  const [, card] = /^\/media\/cards\/(\d+)\.svg/.exec(imageUrl) ?? [];
  if (card !== undefined) return new URL(`/media/cards/${card}.png?crop=social`, base).href;
  const isPicture = /^(https:\/\/|\/)/.test(imageUrl) && !/\.svg(\?|$)/.test(imageUrl);
  return isPicture ? new URL(imageUrl, base).href : null;
}
