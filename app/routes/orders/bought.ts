import type { PastItem } from "#app/commerce/types.ts";
import { countBought } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { formatDay } from "#app/ui/date.tsx";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Texts } from "../../../config/brand/texts.ts";

const MOST_LINES = 2;
const MOST_DAYS = 2;
const MOST_CHARACTERS = 60;

type Bought = { items: PastItem[]; amount: number | null; coinsUsed: number | null };

/**
 * Such as "You bought 2 × Kettle & Clove and 3 other cards for ₹900.00 and 100 coins." Null if the order has no lines. An unknown
 * quantity is left out: "You bought Kettle & Clove and more for ₹900.00."
 */
export function describeBought({ items, amount, coinsUsed }: Bought): string | null {
  if (items.length === 0) return null;
  const cards = addUp(items);
  const named = cards.slice(0, cards.length > MOST_LINES ? 1 : MOST_LINES);
  const others = cards.slice(named.length);
  const rest = countBought(others);
  const parts = named.map(({ name, quantity }) =>
    quantity === null ? shorten(name) : `${quantity} × ${shorten(name)}`,
  );
  if (others.length > 0) parts.push(rest === null ? "more" : `${rest} other ${rest === 1 ? "card" : "cards"}`);
  const price = [amount !== null && formatMoney(amount), coinsUsed ? `${formatPoints(coinsUsed)} coins` : false];
  const paid = price.filter(Boolean).join(" and ");
  return `You bought ${parts.join(" and ")}${paid && ` for ${paid}`}.`;
}

/** Sums the quantities by card, whatever the amounts. */
function addUp(items: PastItem[]) {
  const cards: { name: string; quantity: number | null }[] = [];
  for (const { name, quantity } of items) {
    const known = cards.find((card) => card.name === name);
    if (known) known.quantity = countBought([known, { quantity }]);
    else cards.push({ name, quantity });
  }
  return cards;
}

type DeliveryFacts = {
  isThere: boolean;
  isChecked: boolean;
  isMailed: boolean;
  /** The brand's text for an order whose vouchers are not there yet (describeWait); null for any other. */
  onItsWay: string | null;
};

/** For orders held for review. Only the operator sees the rule that held the order. */
export const BEING_CHECKED =
  "We check large or unusual orders by hand, usually within a working day, and then send the vouchers or your money back.";

/** True if an operator confirms this order's payment: the backend reports it, or the brand takes UPI payments directly. */
export const isConfirmedByHand = (order: { isConfirmedByHand: boolean }, { api, payments }: Tenant) =>
  order.isConfirmedByHand || (api.url === "embedded" && payments?.gateway === "vpa");

export const WAITING_FOR_CONFIRMATION = {
  title: "Waiting for confirmation",
  text: "Once you have paid, the shop confirms your payment, usually within a day. You can close this page; we mail you.",
};

/** The brand's text for an order whose vouchers are not there yet; null for any other. */
export function describeWait(order: { isOnItsWay?: boolean; isDelayed?: boolean }, texts: Texts): string | null {
  if (!order.isOnItsWay) return null;
  return order.isDelayed ? texts.delayed : texts.onItsWay;
}

export function describeDelivery(items: PastItem[], { isThere, isChecked, isMailed, onItsWay }: DeliveryFacts) {
  if (isChecked) return BEING_CHECKED;
  const gifts = items.flatMap(({ gift }) => gift ?? []);
  const given = describeGifts(gifts);
  if (items.length > 0 && gifts.length === items.length) return given;
  const there = isThere
    ? "Your vouchers are in your order history."
    : "Your vouchers will be in your order history, usually within a minute.";
  // Some of the vouchers may have arrived.
  const own = onItsWay ?? there;
  const mailed = onItsWay === null ? "We also send them by e-mail." : "We also send your vouchers by e-mail.";
  return [own, isMailed && mailed, gifts.length > 0 && given].filter(Boolean).join(" ");
}

type Gifts = NonNullable<PastItem["gift"]>[];

/**
 * Such as "We e-mail your gifts to Asha, Bimal and 9 more, and to Chitra on 1 Dec 2026." The days are in their order, today
 * first.
 */
function describeGifts(gifts: Gifts): string {
  const days = [...new Set(gifts.map(({ sendOn }) => sendOn ?? ""))].toSorted();
  const parts = days.slice(0, MOST_DAYS).map((day) => {
    const people = new Set(gifts.filter(({ sendOn }) => (sendOn ?? "") === day).map((gift) => gift.recipientName));
    return `to ${listSome([...people])}${day && ` on ${formatDay(day)}`}`;
  });
  const later = gifts.filter(({ sendOn }) => days.indexOf(sendOn ?? "") >= MOST_DAYS).length;
  if (later > 0) parts.push(later === 1 ? "one on a later day" : `${later} on later days`);
  return `We e-mail your ${gifts.length === 1 ? "gift" : "gifts"} ${parts.join(", and ")}.`;
}

/** Shortens a list: "Asha, Bimal and 9 more". */
function listSome(names: string[]): string {
  const rest = names.length - MOST_LINES;
  const shown = names.slice(0, MOST_LINES).map(shorten);
  return LIST.format(rest > 0 ? [...shown, `${rest} more`] : shown);
}

const LIST = new Intl.ListFormat("en-GB");

export function describeCoins(coinsUsed: number | null): string | null {
  if (coinsUsed === null) return null;
  if (coinsUsed === 0) return "No coins were used for this order.";
  return `${formatPoints(coinsUsed)} ${coinsUsed === 100 ? "coin was" : "coins were"} used for this order.`;
}

const shorten = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text);
