import type { PastItem } from "#app/commerce/types.ts";
import { countBought } from "#app/pricing/amounts.ts";
import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { formatDay } from "#app/ui/date.tsx";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Texts } from "../../../config/brand/texts.ts";
import { formatList } from "../../../config/language/list.ts";
import { t } from "../../../config/language/t.ts";

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
  if (others.length > 0) parts.push(rest === null ? t("orders.boughtMore") : t("orders.boughtOthers", { count: rest }));
  const price = amount === null ? [] : [formatMoney(amount)];
  if (coinsUsed) price.push(t("orders.boughtCoins", { coins: formatPoints(coinsUsed), count: coinsUsed / 100 }));
  const isPaid = price.length > 0 ? "yes" : "no";
  return t("orders.bought", { cards: formatList(parts), isPaid, price: formatList(price) });
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

/** True if an operator confirms this order's payment: the backend reports it, or the brand takes UPI payments directly. */
export const isConfirmedByHand = (order: { isConfirmedByHand: boolean }, { api, payments }: Tenant) =>
  order.isConfirmedByHand || (api.url === "embedded" && payments?.gateway === "vpa");

/** The brand's text for an order whose vouchers are not there yet; null for any other. */
export function describeWait(order: { isOnItsWay?: boolean; isDelayed?: boolean }, texts: Texts): string | null {
  if (!order.isOnItsWay) return null;
  return order.isDelayed ? texts.delayed : texts.onItsWay;
}

export function describeDelivery(items: PastItem[], { isThere, isChecked, isMailed, onItsWay }: DeliveryFacts) {
  if (isChecked) return t("orders.beingChecked");
  const gifts = items.flatMap(({ gift }) => gift ?? []);
  const given = gifts.length === 0 ? null : describeGifts(gifts);
  if (given && gifts.length === items.length) return given;
  // Some of the vouchers on their way may have arrived.
  const own = onItsWay ?? t(isThere ? "orders.vouchersThere" : "orders.vouchersComing");
  const mailed = t(onItsWay === null ? "orders.vouchersMailed" : "orders.vouchersAlsoMailed");
  return [own, isMailed && mailed, given].filter(Boolean).join(" ");
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
    return { people: listSome([...people]), day: day && formatDay(day) };
  });
  const [{ people, day }, next] = [parts[0]!, parts[1]];
  return t("orders.gifts", {
    isMailed: gifts.every(({ recipientPhone }) => recipientPhone === "") ? "yes" : "no",
    count: gifts.length,
    people,
    isLater: day ? "yes" : "no",
    day,
    days: parts.length,
    nextPeople: next?.people ?? "",
    nextDay: next?.day ?? "",
    later: gifts.filter(({ sendOn }) => days.indexOf(sendOn ?? "") >= MOST_DAYS).length,
  });
}

/** Shortens a list: "Asha, Bimal and 9 more". */
function listSome(names: string[]): string {
  const rest = names.length - MOST_LINES;
  const shown = names.slice(0, MOST_LINES).map(shorten);
  return formatList(rest > 0 ? [...shown, t("orders.morePeople", { count: rest })] : shown);
}

export function describeCoins(coinsUsed: number | null): string | null {
  if (coinsUsed === null) return null;
  return t("orders.coinsOfOrder", { coins: formatPoints(coinsUsed), count: coinsUsed / 100 });
}

const shorten = (text: string) => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text);
