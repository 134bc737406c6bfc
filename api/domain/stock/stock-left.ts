import { NO_END } from "./shelf-life.ts";

/** Shoppers see the exact number up to this limit, so that the size of a large stock stays secret. */
export const MOST_TOLD = 10;

/** The numbers that a cart line shows if more than MOST_TOLD are left. */
const STEPS = [10, 25, 50, 100, 250, 500];

/**
 * Stock of one amount (paise), or (null) of every amount without its own entry. `left` is null above MOST_TOLD. No card of it
 * ends before `firstEnd` (ms), if that was read and a card is left.
 */
export type StockLeft = { amount: number | null; left: number | null; firstEnd?: number };

/** The count that shoppers see: exact up to MOST_TOLD, null above. */
export const tellLeft = (count: number) => (count > MOST_TOLD ? null : count);

/** The count for a line that wants more cards: exact up to MOST_TOLD, rounded down to a step above. */
export const tellLine = (count: number) => (count <= MOST_TOLD ? count : STEPS.findLast((step) => step <= count)!);

/** Cards that end at the same moment (ms; NO_END without an expiry date), and their number. */
export type EndCount = { end: number; count: number };

/**
 * A line and the cards that outlast its `leastEnd`, the soonest end first: `exact` ones of its amount, and `open` ones, which serve
 * any amount of the product. `is_offered` is truthy if a supplier sells it too.
 */
export type StockedLine = {
  product_id: number;
  denomination: number;
  quantity: number;
  exact: EndCount[];
  open: EndCount[];
  is_offered?: unknown;
};

/** `left` cards for the same amount remain after the line. */
export type Share = { available: number; left: number; taken: EndCount[] };

/**
 * Computes the cards of each line, in the order in which they are reserved: lines in sequence, vouchers of the exact amount
 * before open ones, the soonest end first. Lines of one product share its vouchers; a supplier has enough for all.
 */
export function shareStock<Line extends StockedLine>(lines: Line[]): (Line & Share)[] {
  const gone = new Map<string, number>();
  const take = (pool: string, wanted: number, cards: EndCount[]) => {
    const taken: EndCount[] = [];
    let [got, left] = [0, 0];
    for (const { end, count } of cards) {
      const key = `${pool} ${end}`;
      const before = gone.get(key) ?? 0;
      const free = Math.max(0, count - before);
      const taking = Math.min(wanted - got, free);
      gone.set(key, before + taking);
      if (taking > 0) taken.push({ end, count: taking });
      got += taking;
      left += free - taking;
    }
    return { got, left, taken };
  };
  return lines.map((line) => {
    const { product_id, denomination, quantity, exact, open } = line;
    const fromExact = take(`${product_id} ${denomination}`, quantity, exact);
    const fromOpen = take(`${product_id} open`, quantity - fromExact.got, open);
    const available = line.is_offered ? quantity : fromExact.got + fromOpen.got;
    return {
      ...line,
      available,
      left: fromExact.left + fromOpen.left,
      taken: [...fromExact.taken, ...fromOpen.taken],
    };
  });
}

/** Adds cards to others, by their ends. */
export function addEnds(some: EndCount[], more: EndCount[]): EndCount[] {
  const counts = new Map<number, number>();
  for (const { end, count } of [...some, ...more]) counts.set(end, (counts.get(end) ?? 0) + count);
  return [...counts].map(([end, count]) => ({ end, count })).toSorted((one, other) => one.end - other.end);
}

/**
 * The soonest end (ms) of `quantity` cards of which those in `taken` are in stock. `promised` is the end of cards without an
 * expiry date, and of those that a supplier has yet to send.
 */
export function soonestEnd(taken: EndCount[], quantity: number, promised: number): number {
  const inStock = taken.reduce((sum, { count }) => sum + count, 0);
  const ends = taken.map(({ end }) => end);
  return firstEnd(inStock < quantity ? [...ends, promised] : ends, promised);
}

/** The first of these ends (ms), at least one of which is given; `promised` is the end of a card without an expiry date. */
export const firstEnd = (ends: (number | null | undefined)[], promised: number) =>
  Math.min(...ends.flatMap((end) => (end === NO_END ? promised : (end ?? []))));
