/** Shoppers see the exact number up to this limit, so that nobody learns the size of a large stock. */
export const MOST_TOLD = 10;

/** The numbers shown to a cart line when more than MOST_TOLD are left. */
const STEPS = [10, 25, 50, 100, 250, 500];

/** Stock of one amount (paise), or (null) of every amount without its own entry. `left` is null above MOST_TOLD. */
export type StockLeft = { amount: number | null; left: number | null };

/** The count that shoppers see: exact up to MOST_TOLD, null above. */
export const tellLeft = (count: number) => (count > MOST_TOLD ? null : count);

/** The count shown to a line that asks for more: exact up to MOST_TOLD, rounded down to a step above. */
export const tellLine = (count: number) => (count <= MOST_TOLD ? count : STEPS.findLast((step) => step <= count)!);

/**
 * A line and its stock: `exact` vouchers of its amount, and `open` ones, which serve any amount of the product. `is_offered`
 * is truthy where a supplier sells it too.
 */
export type StockedLine = {
  product_id: number;
  denomination: number;
  quantity: number;
  exact: number;
  open: number;
  is_offered?: unknown;
};

/**
 * Computes how many cards of each line can be had, in the order in which they are reserved: lines in sequence, vouchers of
 * the exact amount before open ones. Lines of one product share its vouchers; a supplier has enough for all. `left` of the
 * line's amount remain in stock after it.
 */
export function shareStock<Line extends StockedLine>(lines: Line[]): (Line & { available: number; left: number })[] {
  const taken = new Map<string, number>();
  const take = (pool: string, wanted: number, stock: number) => {
    const before = taken.get(pool) ?? 0;
    const got = Math.max(0, Math.min(wanted, stock - before));
    taken.set(pool, before + got);
    return { got, left: Math.max(0, stock - before - got) };
  };
  return lines.map((line) => {
    const { product_id, denomination, quantity, exact, open } = line;
    const fromExact = take(`${product_id} ${denomination}`, quantity, exact);
    const fromOpen = take(`${product_id}`, quantity - fromExact.got, open);
    const fromStock = fromExact.got + fromOpen.got;
    return { ...line, available: line.is_offered ? quantity : fromStock, left: fromExact.left + fromOpen.left };
  });
}
