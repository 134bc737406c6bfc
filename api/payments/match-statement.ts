import type { StatementRow } from "../domain/files/bank-statement.ts";

/** An attempt that waits for a confirmation. Two shoppers may have given their orders the same number. */
export type Waiting = { id: string; amount: number; order_id: string; order_number: string };

export type Match =
  | { row: StatementRow; is: "match"; attempt: Waiting }
  /** Its note names an order of another amount, several orders, or none; `orders` are those it might be. */
  | { row: StatementRow; is: "unclear"; reason: string; orders: string[] };

/** A row that names no order may be for many of its amount: a person looks at so many. */
const MOST_CANDIDATES = 5;

/**
 * Finds what each row pays. It matches where the note names one waiting order, by its number or its UPI reference, and the
 * amount is exact. One row pays one order, and an order is paid by one row; whatever is less clear is for a person.
 * `waiting` has the oldest attempt first; of several attempts of one order the newest is paid.
 */
export function matchStatement(rows: StatementRow[], waiting: Waiting[]): Match[] {
  const byName = new Map<string, Waiting[]>();
  for (const attempt of waiting)
    for (const name of new Set([canonical(attempt.id), canonical(attempt.order_number)]))
      byName.set(name, [...(byName.get(name) ?? []), attempt]);
  const byAmount = Map.groupBy(waiting, ({ amount }) => amount);
  const place = new Map(waiting.map((attempt, at) => [attempt, at]));
  const taken = new Set<string>();
  const isFree = ({ order_id }: Waiting) => !taken.has(order_id);

  return rows.map((row): Match => {
    const namedBy = (word: string) =>
      byName.get(canonical(word)) ?? partsOf(word).flatMap((part) => byName.get(part) ?? []);
    const named = [...new Set(wordsOf(row.note).flatMap(namedBy))]
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

/** The first `most` of them that pass. */
function take<Item>(items: Item[], passes: (item: Item) => boolean, most: number): Item[] {
  const taken: Item[] = [];
  for (const item of items) if (taken.length < most && passes(item)) taken.push(item);
  return taken;
}

const wordsOf = (note: string) => note.normalize("NFKC").match(/[A-Za-z0-9][A-Za-z0-9_-]*/g) ?? [];

/** Banks change a name's case and can drop its dashes. */
const canonical = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, "");

/** A shorter name must be a whole word: a bank's own words, codes and references could spell it. */
const LEAST_PART = 16;
/** A random id of 22 letters hardly ever has more dashes. */
const MOST_PARTS = 9;

/**
 * The names within a word, because some banks join a narration by dashes, such as
 * "UPI-ASHA RAO-ASHA@OKBANK-612345678901-ORD1795690546249142887241". A name can have dashes, too.
 */
function partsOf(word: string): string[] {
  const parts = word.toLowerCase().split(/[_-]+/);
  const runs = parts.flatMap((_part, first) =>
    parts.slice(first, first + MOST_PARTS).map((_last, at) => parts.slice(first, first + at + 1).join("")),
  );
  return runs.filter(({ length }) => length >= LEAST_PART);
}
