import { INDIA_OFFSET_SECONDS } from "#app/base/constants.ts";
import type { WalletCard } from "#app/commerce/types.ts";
import { safeImageUrl, safeLink } from "#app/tenant/urls.ts";

import type { Tenant } from "../../../config/brand/schema.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_QUERY_CHARACTERS = 60;

/** The parts of a wallet; each card is in one of them. */
export const SHELVES = ["live", "used", "expired", "archived"] as const;
export type Shelf = (typeof SHELVES)[number];

/** The state of the wallet, all of it in the URL: `?show=used&q=loom`. */
export type WalletView = { show: Shelf; query: string };

export const readWalletView = (search: URLSearchParams): WalletView => ({
  show: SHELVES.find((shelf) => shelf === search.get("show")) ?? "live",
  query: (search.get("q") ?? "").trim().slice(0, MOST_QUERY_CHARACTERS),
});

export function walletHref({ show, query }: WalletView): string {
  const search = new URLSearchParams(show === "live" ? [] : [["show", show]]);
  if (query) search.set("q", query);
  return search.size > 0 ? `/wallet?${search}` : "/wallet";
}

/** The present list of a card. A card that was put aside stays aside when it expires. */
export function shelfOf({ isArchived, isUsed, expiresAt }: WalletCard, now: number): Shelf {
  if (isArchived) return "archived";
  if (isUsed) return "used";
  return expiresAt !== null && expiresAt <= now ? "expired" : "live";
}

const dayNumber = (at: number) => Math.floor((at + INDIA_OFFSET_SECONDS * 1000) / DAY_MS);

/** The days in India until the card's last one; null for a card without an end. */
export const daysLeft = ({ expiresAt }: Pick<WalletCard, "expiresAt">, now: number) =>
  expiresAt === null ? null : dayNumber(expiresAt) - dayNumber(now);

/** True if all typed words are in the card's name, or it ends in the typed digits. */
export function isMatch({ name, cardNumber }: Pick<WalletCard, "name" | "cardNumber">, query: string): boolean {
  const number = cardNumber.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const ending = query.replaceAll(/[\s-]/g, "").toLowerCase();
  const words = query.toLowerCase().split(/\s+/);
  const text = (name ?? "").toLowerCase();
  return (number !== "" && number.endsWith(ending.slice(-number.length))) || words.every((word) => text.includes(word));
}

const NO_END = Number.MAX_SAFE_INTEGER;

/** The cards of each part that match, the first to expire first; past ones the last first. */
export function arrange(cards: WalletCard[], { show, query }: WalletView, now: number) {
  const found = query === "" ? cards : cards.filter((card) => isMatch(card, query));
  const byEnd = found.toSorted((one, other) => (one.expiresAt ?? NO_END) - (other.expiresAt ?? NO_END));
  const shelves = Object.groupBy(byEnd, (card) => shelfOf(card, now));
  const shown = shelves[show] ?? [];
  return {
    shown: show === "live" ? shown : shown.toReversed(),
    counts: Object.fromEntries(SHELVES.map((shelf) => [shelf, shelves[shelf]?.length ?? 0])) as Record<Shelf, number>,
  };
}

/** A card with checked addresses. Marking as used has its own feature; only the embedded API covers codes. */
export const showCard = <Card extends WalletCard>(card: Card, tenant: Tenant) => ({
  ...card,
  imageUrl: safeImageUrl(card.imageUrl, tenant),
  claimUrl: safeLink(card.claimUrl),
  isLocked: card.isLocked === true && tenant.api.url === "embedded",
  mayMark: tenant.features.usedVouchers,
});
