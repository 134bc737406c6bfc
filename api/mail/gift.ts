import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { hasLink } from "../domain/links.ts";
import { formatPaise } from "../domain/pricing.ts";
import { findGiftByLink, type OrderedGift } from "../repositories/gifts/gifts.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import { composeLetter, greeting } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { button, paragraph, picture, pictureOf, quotation } from "./letter/parts.ts";

/**
 * Sends a gift's link to its recipient, in the giver's language; no mail once the link is invalid. The mail holds no code.
 */
export const giftMail: MailMaker<{ url: string }> = async (shop, { about: tokenHash, contents }) => {
  const gift = await findGiftByLink(shop.db.read, tokenHash);
  if (gift === undefined) return undefined;
  // Waits, and raises the alarm of mails that wait, until the brand has a provider again.
  if (gift.recipient_email === "" && gift.recipient_phone !== null)
    throw new Error("the brand sends no gifts to phones");
  const translate = await readSoldTexts(shop, [gift]);
  const compose = () => composeGift(shop.tenant, translate(gift), contents.url);
  return { reader: { language: gift.sender_language }, compose };
};

type Gift = Pick<
  OrderedGift,
  "recipient_name" | "recipient_email" | "sender_name" | "message" | "name" | "denomination" | "issued" | "image_url"
>;

/** @param url the page on which the recipient opens the gift */
export function composeGift(tenant: Tenant, gift: Gift, url: string) {
  const { recipient_name: recipient, message } = gift;
  // The recipient's address is unverified. The cart refuses links in names; this omits older ones. A sign-up by phone has no name.
  const isNamed = gift.sender_name !== "" && !hasLink(gift.sender_name);
  const sender = isNamed ? gift.sender_name : t("mail.friend");
  const { name: product } = gift;
  const art = pictureOf(gift.image_url, url);
  return composeLetter(tenant, {
    to: gift.recipient_email,
    subject: t("mail.giftSubject", { sender, product }),
    parts: [
      greeting(
        hasLink(recipient) ? null : recipient,
        t("mail.giftLead", { sender, shop: shopName(tenant), cards: describeCards(gift) }),
      ),
      ...(art === null ? [] : [picture(art, t("mail.cardPicture", { product }))]),
      ...(message === "" || hasLink(message) ? [] : [quotation(message)]),
      button(t("mail.giftOpen"), url),
      paragraph(t("mail.giftCareful")),
    ],
    reason: t("mail.giftReason", { sender }),
  });
}

/** "Tea, ₹500.00 × 2" */
export const describeCards = ({
  name: product,
  denomination,
  issued,
}: Pick<Gift, "name" | "denomination" | "issued">) =>
  t("mail.cards", { count: issued, product, amount: formatPaise(denomination) });
