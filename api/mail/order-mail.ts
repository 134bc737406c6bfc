import { escapeHtml, formatPaise } from "../html.ts";
import type { Message } from "./mailer.ts";

type Brand = { name: string; primaryColour: string; email?: string };

type VoucherText = {
  name: string;
  faceValue: number;
  cardNumber: string;
  pin: string | null;
  claimUrl: string | null;
  /** ms */
  expiresAt: number;
};

/** What an order's mails say. Money in paise, coins in hundredths. */
export type OrderMail = {
  id: string;
  to: string;
  brand: Brand;
  orderNumber: string;
  username: string;
  historyUrl: string;
  vouchers: VoucherText[];
  refund?: { amount: number; coins: number };
};

const date = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });

/** The vouchers of an order, with their codes. */
export function voucherMail(mail: OrderMail): Message {
  const count = mail.vouchers.length;
  const lead = `Here ${count === 1 ? "is your voucher" : `are your ${count} vouchers`} of order ${mail.orderNumber}.`;
  return compose(mail, `Your ${mail.brand.name} vouchers, order ${mail.orderNumber}`, lead, mail.vouchers);
}

/** Tells that an order, or a part of it, is paid back. */
export function refundMail(mail: OrderMail): Message {
  const { amount, coins } = mail.refund ?? { amount: 0, coins: 0 };
  const parts = [
    amount > 0 ? `${formatPaise(amount)} will be paid back the way you paid.` : "",
    coins > 0 ? `${coins / 100} coins are back on your account.` : "",
  ].filter((part) => part !== "");
  const lead = `We could not deliver all of order ${mail.orderNumber}. ${parts.join(" ")}`;
  return compose(mail, `Refund for your ${mail.brand.name} order ${mail.orderNumber}`, lead, []);
}

function compose(mail: OrderMail, subject: string, lead: string, vouchers: VoucherText[]): Message {
  const footer = [`All your orders: ${mail.historyUrl}`, mail.brand.email ? `Questions? ${mail.brand.email}` : ""];
  const text = [`Hello ${mail.username},`, lead, ...vouchers.map(voucherText), ...footer].filter(Boolean).join("\n\n");
  return { id: mail.id, to: mail.to, subject, text: `${text}\n`, html: html(mail, subject, lead, vouchers) };
}

const rows = (voucher: VoucherText): [string, string][] => [
  ["Card number", voucher.cardNumber],
  ...(voucher.pin === null ? [] : ([["PIN", voucher.pin]] as [string, string][])),
  ["Valid until", date.format(voucher.expiresAt)],
];

const voucherText = (voucher: VoucherText) =>
  [
    `${voucher.name}, ${formatPaise(voucher.faceValue)}`,
    ...rows(voucher).map(([name, value]) => `${name}: ${value}`),
    voucher.claimUrl === null ? "" : `Claim: ${voucher.claimUrl}`,
  ]
    .filter(Boolean)
    .join("\n");

// Mail programs know neither style sheets nor grids: one table of 600, styles on the elements.
const html = (
  { brand, username, historyUrl }: OrderMail,
  title: string,
  lead: string,
  vouchers: VoucherText[],
) => `<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f4f4f5;font-family:Arial,sans-serif;color:#18181b">
<table role="presentation" width="600" align="center" cellpadding="0" cellspacing="0" style="max-width:600px;width:100%;background:#ffffff">
<tr><td style="padding:20px 24px;border-top:6px solid ${brand.primaryColour};font-size:20px;font-weight:bold">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:0 24px 16px;font-size:16px;line-height:24px">Hello ${escapeHtml(username)},<br>${escapeHtml(lead)}</td></tr>
${vouchers.map(voucherHtml).join("\n")}
<tr><td style="padding:16px 24px 24px;font-size:14px;line-height:20px"><a href="${escapeHtml(historyUrl)}" style="color:#18181b">All your orders</a>${
  brand.email ? ` &middot; Questions? ${escapeHtml(brand.email)}` : ""
}</td></tr>
</table></body></html>
`;

const voucherHtml = (voucher: VoucherText) => `<tr><td style="padding:0 24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border:1px solid #d4d4d8;border-radius:10px">
<tr><td colspan="2" style="padding:12px 16px;font-size:16px;font-weight:bold">${escapeHtml(voucher.name)}, ${formatPaise(voucher.faceValue)}</td></tr>
${rows(voucher)
  .map(
    ([name, value]) =>
      `<tr><td style="padding:0 16px 8px;font-size:14px">${name}</td><td align="right" style="padding:0 16px 8px;font-size:16px;font-family:monospace">${escapeHtml(value)}</td></tr>`,
  )
  .join("\n")}
${
  voucher.claimUrl === null
    ? ""
    : `<tr><td colspan="2" style="padding:0 16px 12px;font-size:14px"><a href="${escapeHtml(voucher.claimUrl)}" style="color:#18181b">Claim it</a></td></tr>`
}
</table></td></tr>`;
