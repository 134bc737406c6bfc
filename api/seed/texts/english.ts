import type { Templates } from "./templates.ts";

// HTML like that of real merchants: lists, tables, entities and odd line breaks. Pages show it as text (docs/product.md, 4.4).

export const ENGLISH: Templates = {
  where: {
    store: "at every outlet",
    online: "on the website",
    both: "in shops and online",
    app: "in the app",
    phone: "when you book by phone",
  },

  details: [
    "<p>A NAME gift card is spent like cash WHERE, in one visit or in several.</p>",
    "<h3>Why NAME?</h3><ul><li>Accepted WHERE</li><li>Delivered by e&#8209;mail in minutes</li><li>No fee, no minimum bill</li></ul>",
    "<table><tr><th>Accepted</th><td>WHERE</td></tr><tr><th>Delivery</th><td>instant, by e-mail</td></tr><tr><th>Balance</th><td>cannot be reloaded</td></tr></table>",
    "Send NAME to somebody you like,<br>or keep it for yourself.<br/>Use it WHERE.&nbsp;It never expires <em>before</em> its date.",
  ],

  validity: "<p><strong>Valid for MONTHS months</strong> from the day of issue.</p>",

  firstTerms: {
    store: [
      "Show this voucher <b>before</b> the bill is made.",
      "Accepted at all NAME outlets in India except airports.",
    ],
    online: [
      "For use on the website of NAME only; cannot be used in person.",
      "Delivery charges can be paid with the voucher.",
    ],
    both: [
      "Accepted in NAME shops and online.",
      "Shops inside department stores may ask you to pay at their own till.",
    ],
    app: ["Add the voucher to your NAME wallet before its last day.", "One account can hold up to &#8377;10,000."],
    phone: [
      "Bookings are subject to availability &amp; need 72 hours&rsquo; notice.",
      "Changes less than 48 hours before are charged by NAME.",
    ],
  },

  terms: [
    "Several vouchers can be used in one bill.",
    "Not valid on gold coins, other gift cards &amp; tobacco.",
    "Taxes (GST @ 5 % or 18 %) are part of the bill and can be paid with the voucher.",
    "If the bill is higher than the voucher (bill &gt; voucher), pay the rest as you like; if it is lower (bill &lt; voucher), the balance stays on the card.",
    "Cannot be used together with staff discounts.",
    "Lost or stolen codes are treated like lost cash: keep the PIN to yourself.",
  ],

  lastTerms: [
    "Valid for MONTHS months from the day of issue; the date cannot be extended.",
    "Gift cards cannot be cancelled, refunded or exchanged for cash once they are issued.",
  ],

  steps: {
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
  },
};
