import { t } from "../../config/language/t.ts";
import { formatPhone } from "../../config/typed/phone.ts";
import { isClaimUrl } from "../domain/cards/card.ts";
import { formatDate } from "../domain/days.ts";
import { giftState } from "../domain/gifts/gift.ts";
import { formatPaise } from "../domain/pricing.ts";
import { type IssuedVoucher, listOwnVouchers, unsealVoucher } from "../repositories/cards/vouchers.ts";
import { listGiftsOfOrders, type OrderedGift } from "../repositories/gifts/gifts.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import { describeCards } from "./gift.ts";
import { escapeHtml } from "./letter/html.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { anchor, image, paragraph, type Part, pictureOf } from "./letter/parts.ts";
import { composeOrderMail, describeOrder, type OrderMail } from "./order-mail.ts";

/** Money in paise, times in ms. */
export type VoucherText = {
  name: string;
  faceValue: number;
  cardNumber: string;
  pin: string | null;
  claimUrl: string | null;
  expiresAt: number;
  /** The product's picture; null if mail programs cannot show it. */
  pictureUrl: string | null;
  /** The product's page, which explains how to use the card. */
  productUrl: string;
};

/**
 * Delivers an order: its buyer's own vouchers, whose decrypted codes exist only in the message, and the recipients of its gifts.
 */
export const vouchersMail: MailMaker = async (shop, { about: orderId }) => {
  const gifts = (await listGiftsOfOrders(shop.db.read, [orderId])).filter(({ issued }) => issued > 0);
  const issued = await listOwnVouchers(shop.db.read, [orderId]);
  const { reader, mail } = await describeOrder(shop, orderId);
  const translate = await readSoldTexts(shop, [...issued, ...gifts]);
  const textOf = (voucher: IssuedVoucher): VoucherText => ({
    name: voucher.name,
    faceValue: voucher.face_value!,
    expiresAt: voucher.expires_at!,
    pictureUrl: pictureOf(voucher.image_url, mail.historyUrl),
    productUrl: new URL(`/shopping-cart?product=${voucher.product_id}`, mail.historyUrl).href,
    ...unsealVoucher(shop, voucher),
  });
  const compose = () => composeVouchers(mail, issued.map(translate).map(textOf), gifts.map(translate).map(giftLine));
  return { reader, compose };
};

export function composeVouchers(mail: OrderMail, vouchers: VoucherText[], gifts: string[] = []) {
  const [first, ...others] = vouchers;
  const count = vouchers.length;
  const subject =
    first !== undefined && others.length === 0
      ? t("mail.voucherSubject", { amount: inRupees.format(first.faceValue / 100), product: first.name })
      : t("mail.vouchersSubject", { count, shop: shopName(mail.tenant) });
  // Equal cards are adjacent; only the first shows the picture.
  const parts = vouchers.map((voucher, index) =>
    toPart(voucher, voucher.pictureUrl === vouchers[index - 1]?.pictureUrl ? null : voucher.pictureUrl),
  );
  return composeOrderMail(mail, subject, t("mail.vouchersLead", { count }), [...parts, ...gifts.map(paragraph)]);
}

/** Omits zero paise. */
const inRupees = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  trailingZeroDisplay: "stripIfInteger",
});

/** A gift for its buyer, without its codes, which belong to the recipient. */
function giftLine(gift: OrderedGift) {
  const values = {
    name: gift.recipient_name,
    cards: describeCards(gift),
    to: gift.recipient_phone === null ? gift.recipient_email : formatPhone(gift.recipient_phone),
  };
  const isWaiting = giftState(gift) === "scheduled" && gift.send_on !== null;
  return isWaiting
    ? t("mail.giftWaits", { ...values, date: formatDate(gift.due_at!) })
    : t("mail.giftOnItsWay", values);
}

function toPart(voucher: VoucherText, pictureUrl: string | null): Part {
  const { name, faceValue, cardNumber, pin, claimUrl, expiresAt, productUrl } = voucher;
  const title = `${name}, ${formatPaise(faceValue)}`;
  const rows: [string, string][] = [[t("mail.cardNumber"), cardNumber]];
  if (pin !== null) rows.push([t("mail.pin"), pin]);
  rows.push([t("mail.validUntil"), formatDate(expiresAt)]);
  const links: [string, string][] = [[t("mail.howToUse"), productUrl]];
  // Older cards were stored before links were checked.
  if (claimUrl !== null && isClaimUrl(claimUrl)) links.unshift([t("mail.claim"), claimUrl]);
  return {
    text: [title, ...[...rows, ...links].map(([label, value]) => `${label}: ${value}`)].join("\n"),
    html: (look) => `<tr><td style="padding:0 24px 16px">
${pictureUrl === null ? "" : `<div style="padding-bottom:12px">${image(pictureUrl, t("mail.cardPicture", { product: name }), look)}</div>`}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #a1a1aa;border-radius:${look.radius}px">
<tr><td colspan="2" style="padding:12px 16px;font-size:18px;font-weight:bold">${escapeHtml(title)}</td></tr>
${rows.map(([label, value]) => toRow(label, value)).join("\n")}
<tr><td colspan="2" style="padding:4px 16px 12px;font-size:14px">${links.map(([label, url]) => anchor(label, url, look)).join(" &nbsp; ")}</td></tr>
</table></td></tr>`,
  };
}

const toRow = (label: string, value: string) =>
  `<tr><td style="padding:0 16px 8px;font-size:14px">${escapeHtml(label)}</td>` +
  `<td align="right" style="padding:0 16px 8px;font-size:16px;font-family:monospace">${escapeHtml(value)}</td></tr>`;
