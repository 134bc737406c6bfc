import type { Random } from "../domain/random.ts";
import type { Channel, Merchant } from "./merchants/merchant.ts";

// HTML like that of real merchants: lists, tables, entities and odd line breaks. Pages show it as text (docs/product.md, 4.4).

type Texts = { details: string; termsAndConditions: string; howToUse: string };

/** The texts on a merchant's product page. `validityDays` counts from the day of issue. */
export function describe(merchant: Merchant, validityDays: number, random: Random): Texts {
  const name = escapeHtml(merchant.name);
  const months = Math.round(validityDays / 30);
  return {
    details: [
      `<p>${merchant.pitch}</p>`,
      random.pick(DETAILS)(name, WHERE[merchant.channel]),
      `<p><strong>Valid for ${months} months</strong> from the day of issue.</p>`,
    ].join("\n"),
    termsAndConditions: `<ol>\n${[...TERMS_FIRST[merchant.channel], ...pickSome(random, TERMS), ...TERMS_LAST]
      .map((term) => `  <li>${term.replaceAll("NAME", name).replaceAll("MONTHS", String(months))}</li>`)
      .join("\n")}\n</ol>`,
    howToUse: `<ol>${STEPS[merchant.channel].map((step) => `<li>${step.replaceAll("NAME", name)}</li>`).join("")}</ol>`,
  };
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("'", "&rsquo;");

const pickSome = (random: Random, list: string[]) => list.filter(() => random.next() < 0.5);

const WHERE: Record<Channel, string> = {
  store: "at every outlet",
  online: "on the website",
  both: "in shops and online",
  app: "in the app",
  phone: "when you book by phone",
};

const DETAILS: ((name: string, where: string) => string)[] = [
  (name, where) => `<p>A ${name} gift card is spent like cash ${where}, in one visit or in several.</p>`,
  (name, where) =>
    `<h3>Why ${name}?</h3><ul><li>Accepted ${where}</li><li>Delivered by e&#8209;mail in minutes</li><li>No fee, no minimum bill</li></ul>`,
  (_name, where) =>
    `<table><tr><th>Accepted</th><td>${where}</td></tr><tr><th>Delivery</th><td>instant, by e-mail</td></tr><tr><th>Balance</th><td>cannot be reloaded</td></tr></table>`,
  (name, where) =>
    `Send ${name} to somebody you like,<br>or keep it for yourself.<br/>Use it ${where}.&nbsp;It never expires <em>before</em> its date.`,
];

const TERMS_FIRST: Record<Channel, string[]> = {
  store: [
    "Show this voucher <b>before</b> the bill is made.",
    "Accepted at all NAME outlets in India except airports.",
  ],
  online: [
    "For use on the website of NAME only; cannot be used in person.",
    "Delivery charges can be paid with the voucher.",
  ],
  both: ["Accepted in NAME shops and online.", "Shops inside department stores may ask you to pay at their own till."],
  app: ["Add the voucher to your NAME wallet before its last day.", "One account can hold up to &#8377;10,000."],
  phone: [
    "Bookings are subject to availability &amp; need 72 hours&rsquo; notice.",
    "Changes less than 48 hours before are charged by NAME.",
  ],
};

const TERMS = [
  "Several vouchers can be used in one bill.",
  "Not valid on gold coins, other gift cards &amp; tobacco.",
  "Taxes (GST @ 5 % or 18 %) are part of the bill and can be paid with the voucher.",
  "If the bill is higher than the voucher (bill &gt; voucher), pay the rest as you like; if it is lower (bill &lt; voucher), the balance stays on the card.",
  "Cannot be used together with staff discounts.",
  "Lost or stolen codes are treated like lost cash: keep the PIN to yourself.",
];

const TERMS_LAST = [
  "Valid for MONTHS months from the day of issue; the date cannot be extended.",
  "Gift cards cannot be cancelled, refunded or exchanged for cash once they are issued.",
];

const STEPS: Record<Channel, string[]> = {
  store: [
    "Choose what you like at NAME.",
    "Tell the cashier that you pay with a gift card.",
    "Show the card number, then enter the PIN yourself.",
  ],
  online: [
    "Fill your basket on the website of NAME.",
    "At checkout choose <strong>Gift card</strong>.",
    "Enter card number and PIN, then <em>Apply</em>.",
  ],
  both: [
    "In the shop: show the card number at the till and enter the PIN.",
    "Online: choose <strong>Gift card</strong> at checkout and enter both.",
  ],
  app: [
    "Open the NAME app and sign in.",
    "Go to <b>Wallet &rarr; Add gift card</b>.",
    "Paste the card number and the PIN; the amount is there at once.",
  ],
  phone: [
    "Call the NAME desk (10 am &ndash; 7 pm, not on Sundays).",
    "Read out the card number, <u>never the PIN</u>.",
    "Type the PIN on your phone when you are asked.",
  ],
};
