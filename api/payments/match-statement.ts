import type { StatementRow } from "../domain/bank/statement.ts";
import { indexNames, type Waiting } from "./named-orders.ts";

export type Match =
  | { row: StatementRow; is: "match"; attempt: Waiting }
  /** Its note names an order of another amount, several orders, or none; `orders` are the candidates. */
  | { row: StatementRow; is: "unclear"; reason: string; orders: string[] };

/** Many orders may have the amount of a row that names none. A person looks at so many of them. */
const MOST_CANDIDATES = 5;

/**
 * Finds the order that each row pays. A row matches if its note names one waiting order, by its number, its short reference or an
 * attempt, and the amount is exact. One row pays one order, and an order is paid by one row. Less clear rows are left to a
 * person. `waiting` has the oldest attempt first; of several attempts of one order the newest is paid.
 */
export function matchStatement(rows: StatementRow[], waiting: Waiting[]): Match[] {
  const findNamed = indexNames(waiting);
  const byAmount = Map.groupBy(waiting, ({ amount }) => amount);
  const place = new Map(waiting.map((attempt, at) => [attempt, at]));
  const taken = new Set<string>();
  const isFree = ({ order_id }: Waiting) => !taken.has(order_id);

  return rows.map((row): Match => {
    const named = findNamed(row.note)
      .filter(isFree)
      .sort((one, other) => place.get(one)! - place.get(other)!);
    const unclear = (reason: string, attempts: Waiting[]): Match => {
      const numbers = new Map(attempts.map(({ order_id, order_number }) => [order_id, order_number]));
      return { row, is: "unclear", reason, orders: [...numbers.values()].slice(0, MOST_CANDIDATES) };
    };
    if (named.length === 0)
      return unclear("its note names no waiting order", take(byAmount.get(row.amount) ?? [], isFree, MOST_CANDIDATES));
    const attempt = named.at(-1);
    if (named.some(({ order_id }) => order_id !== attempt!.order_id))
      return unclear("its note names several orders", named);
    if (attempt!.amount !== row.amount) return unclear("the order has another amount", named);
    taken.add(attempt!.order_id);
    return { row, is: "match", attempt: attempt! };
  });
}

/** The first `most` items that pass. */
function take<Item>(items: Item[], passes: (item: Item) => boolean, most: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) if (taken.length < most && passes(item)) taken.push(item);
  return taken;
}
