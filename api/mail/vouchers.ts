import { giftState } from "../domain/gifts.ts";
import { escapeHtml, formatPaise } from "../html.ts";
import { listGiftsOfOrders, type OrderedGift } from "../repositories/gifts.ts";
import { listOwnVouchers, unsealVoucher } from "../repositories/vouchers.ts";
import type { MailMaker } from "./kinds.ts";
import { paragraph, shopName, type Part } from "./letter.ts";
import { composeOrderMail, describeOrder, type OrderMail } from "./order-mail.ts";

/** Money in paise, times in ms. */
export type VoucherText = {
  name: string;
  faceValue: number;
  cardNumber: string;
  pin: string | null;
  claimUrl: string | null;
  expiresAt: number;
};

/**
 * What became of an order: its buyer's own vouchers, whose codes are unsealed here and live in the message only, and
 * where its gifts go.
 */
export const vouchersMail: MailMaker = async (shop, { about: orderId }) => {
  const gifts = (await listGiftsOfOrders(shop.db.read, [orderId])).filter(({ issued }) => issued > 0);
  const issued = await listOwnVouchers(shop.db.read, [orderId]);
  const vouchers = issued.map((voucher) => ({
    name: voucher.name,
    faceValue: voucher.face_value!,
    expiresAt: voucher.expires_at!,
    ...unsealVoucher(shop, voucher),
  }));
  return composeVouchers(await describeOrder(shop, orderId), vouchers, gifts.map(giftLine));
};

export function composeVouchers(mail: OrderMail, vouchers: VoucherText[], gifts: string[] = []) {
  const count = vouchers.length;
  const yours = count === 1 ? "is your voucher" : `are your ${count} vouchers`;
  const lead = count === 0 ? "Thank you for order" : `Here ${yours} of order`;
  const subject = `Your ${shopName(mail.tenant)} ${count === 0 ? "gifts" : "vouchers"}, order ${mail.orderNumber}`;
  return composeOrderMail(mail, subject, `${lead} ${mail.orderNumber}.`, [
    ...vouchers.map(toPart),
    ...gifts.map(paragraph),
  ]);
}

/** A gift for whoever paid: never its codes, which are the recipient's. */
function giftLine(gift: OrderedGift) {
  const { product_name, denomination, issued, recipient_name, recipient_email, send_on } = gift;
  const cards = `${product_name}, ${formatPaise(denomination)}${issued > 1 ? ` × ${issued}` : ""}`;
  const isWaiting = giftState(gift) === "scheduled" && send_on !== null;
  const when = isWaiting
    ? `goes to ${recipient_email} on ${date.format(gift.due_at!)}`
    : `is on its way to ${recipient_email}`;
  return `Gift for ${recipient_name}: ${cards}. It ${when}.`;
}

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });

function toPart({ name, faceValue, cardNumber, pin, claimUrl, expiresAt }: VoucherText): Part {
  const title = `${name}, ${formatPaise(faceValue)}`;
  const rows = [["Card number", cardNumber], ...(pin === null ? [] : [["PIN", pin]])];
  rows.push(["Valid until", date.format(expiresAt)]);
  const lines = rows.map(([label, value]) => `${label}: ${value}`);
  const claim = claimUrl === null ? [] : [`Claim: ${claimUrl}`];
  return { text: [title, ...lines, ...claim].join("\n"), html: toHtml(title, rows as [string, string][], claimUrl) };
}

const toHtml = (
  title: string,
  rows: [string, string][],
  claimUrl: string | null,
) => `<tr><td style="padding:0 24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #d4d4d8;border-radius:10px">
<tr><td colspan="2" style="padding:12px 16px;font-size:16px;font-weight:bold">${escapeHtml(title)}</td></tr>
${rows
  .map(
    ([label, value]) =>
      `<tr><td style="padding:0 16px 8px;font-size:14px">${label}</td><td align="right" style="padding:0 16px 8px;font-size:16px;font-family:monospace">${escapeHtml(value)}</td></tr>`,
  )
  .join("\n")}
${
  claimUrl === null
    ? ""
    : `<tr><td colspan="2" style="padding:0 16px 12px;font-size:14px"><a href="${escapeHtml(claimUrl)}" style="color:#18181b">Claim it</a></td></tr>`
}
</table></td></tr>`;
