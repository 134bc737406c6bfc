import { isClaimUrl } from "../domain/cards/card.ts";
import { formatDate } from "../domain/days.ts";
import { giftState } from "../domain/gifts.ts";
import { formatPaise } from "../domain/pricing.ts";
import { listOwnVouchers, unsealVoucher } from "../repositories/cards/vouchers.ts";
import { listGiftsOfOrders, type OrderedGift } from "../repositories/gifts/gifts.ts";
import { escapeHtml } from "./html.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { composeOrderMail, describeOrder, type OrderMail } from "./order-mail.ts";
import { anchor, image, paragraph, type Part, pictureOf } from "./parts.ts";

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
  const mail = await describeOrder(shop, orderId);
  const vouchers = issued.map((voucher) => ({
    name: voucher.name,
    faceValue: voucher.face_value!,
    expiresAt: voucher.expires_at!,
    pictureUrl: pictureOf(voucher.image_url, mail.historyUrl),
    productUrl: new URL(`/shopping-cart?product=${voucher.product_id}`, mail.historyUrl).href,
    ...unsealVoucher(shop, voucher),
  }));
  return composeVouchers(mail, vouchers, gifts.map(giftLine));
};

export function composeVouchers(mail: OrderMail, vouchers: VoucherText[], gifts: string[] = []) {
  const [first] = vouchers;
  const shop = shopName(mail.tenant);
  const subject =
    first === undefined
      ? `Your gifts from ${shop}`
      : vouchers.length > 1
        ? `Your ${vouchers.length} gift cards from ${shop}`
        : `Your ${inRupees.format(first.faceValue / 100)} ${first.name} gift card`;
  const lead =
    first === undefined
      ? "Thank you for your order."
      : vouchers.length > 1
        ? `Here are your ${vouchers.length} gift cards.`
        : "Here is your gift card.";
  // Equal cards are adjacent; only the first shows the picture.
  const parts = vouchers.map((voucher, index) =>
    toPart(voucher, voucher.pictureUrl === vouchers[index - 1]?.pictureUrl ? null : voucher.pictureUrl),
  );
  return composeOrderMail(mail, subject, lead, [...parts, ...gifts.map(paragraph)]);
}

/** Omits zero paise. */
const inRupees = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  trailingZeroDisplay: "stripIfInteger",
});

/** A gift for its buyer, without its codes, which belong to the recipient. */
function giftLine(gift: OrderedGift) {
  const { product_name, denomination, issued, recipient_name, recipient_email, send_on } = gift;
  const cards = `${product_name}, ${formatPaise(denomination)}${issued > 1 ? ` × ${issued}` : ""}`;
  const isWaiting = giftState(gift) === "scheduled" && send_on !== null;
  const when = isWaiting
    ? `goes to ${recipient_email} on ${formatDate(gift.due_at!)}`
    : `is on its way to ${recipient_email}`;
  return `Gift for ${recipient_name}: ${cards}. It ${when}.`;
}

function toPart(voucher: VoucherText, pictureUrl: string | null): Part {
  const { name, faceValue, cardNumber, pin, claimUrl, expiresAt, productUrl } = voucher;
  const title = `${name}, ${formatPaise(faceValue)}`;
  const rows: [string, string][] = [["Card number", cardNumber]];
  if (pin !== null) rows.push(["PIN", pin]);
  rows.push(["Valid until", formatDate(expiresAt)]);
  const links: [string, string][] = [["How to use it", productUrl]];
  // Older cards were stored before links were checked.
  if (claimUrl !== null && isClaimUrl(claimUrl)) links.unshift(["Claim it", claimUrl]);
  return {
    text: [title, ...[...rows, ...links].map(([label, value]) => `${label}: ${value}`)].join("\n"),
    html: (look) => `<tr><td style="padding:0 24px 16px">
${pictureUrl === null ? "" : `<div style="padding-bottom:12px">${image(pictureUrl, `${name} gift card`, look)}</div>`}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #a1a1aa;border-radius:${look.radius}px">
<tr><td colspan="2" style="padding:12px 16px;font-size:18px;font-weight:bold">${escapeHtml(title)}</td></tr>
${rows.map(([label, value]) => toRow(label, value)).join("\n")}
<tr><td colspan="2" style="padding:4px 16px 12px;font-size:14px">${links.map(([label, url]) => anchor(label, url, look)).join(" &nbsp; ")}</td></tr>
</table></td></tr>`,
  };
}

const toRow = (label: string, value: string) =>
  `<tr><td style="padding:0 16px 8px;font-size:14px">${label}</td>` +
  `<td align="right" style="padding:0 16px 8px;font-size:16px;font-family:monospace">${escapeHtml(value)}</td></tr>`;
