/** Up to here the exact number is told; beyond it nobody learns how large a stock is. */
export const MOST_TOLD = 10;

/** What a line may be told to take instead, where more than MOST_TOLD are left. */
const STEPS = [10, 25, 50, 100, 250, 500];

/** What is left of one amount (paise), or of every amount that has no entry of its own (null). `left` null: more than MOST_TOLD. */
export type StockLeft = { amount: number | null; left: number | null };

/** A count as it is told: exact up to MOST_TOLD, null beyond. */
export const tellLeft = (count: number) => (count > MOST_TOLD ? null : count);

/** A count as it is told to a line that wants more: exact up to MOST_TOLD, beyond it rounded down to a step. */
export const tellLine = (count: number) => (count <= MOST_TOLD ? count : STEPS.findLast((step) => step <= count)!);

/** A line and its stock: `exact` vouchers of its very amount, and `open` ones, which serve any amount of the product. */
export type StockedLine = { product_id: number; denomination: number; quantity: number; exact: number; open: number };

/**
 * How many of each line's cards can be issued when the lines are served in their order, as fulfilment serves them: vouchers
 * of the exact amount first, then open ones. Lines of one product share its vouchers.
 */
export function shareStock<Line extends StockedLine>(lines: Line[]): (Line & { available: number })[] {
  const taken = new Map<string, number>();
  const take = (pool: string, wanted: number, stock: number) => {
    const before = taken.get(pool) ?? 0;
    const got = Math.max(0, Math.min(wanted, stock - before));
    taken.set(pool, before + got);
    return got;
  };
  return lines.map((line) => {
    const { product_id, denomination, quantity, exact, open } = line;
    const fromExact = take(`${product_id} ${denomination}`, quantity, exact);
    return { ...line, available: fromExact + take(`${product_id}`, quantity - fromExact, open) };
  });
}
