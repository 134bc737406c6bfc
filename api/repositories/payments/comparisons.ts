import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";

export type Comparison = Selectable<OrderTables["comparisons"]>;

/** The daily comparison with the brand's gateway; undefined for a brand without one. */
export const findComparison = (db: Reader): Promise<Comparison | undefined> =>
  db.selectFrom("comparisons").selectAll().executeTakeFirst();

/** Notes which gateway the books are compared with after `now`, first at `nextAt` (ms); null for none. What another one said is deleted. */
export async function configureComparison(
  tx: Writer,
  gateway: string | null,
  { now, nextAt }: { now: number; nextAt: number },
) {
  await tx
    .deleteFrom("comparisons")
    .$if(gateway !== null, (query) => query.where("gateway", "<>", gateway))
    .execute();
  if (gateway === null) return;
  await tx
    .insertInto("comparisons")
    .values({ gateway, next_at: nextAt, compared_until: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Begins a new run now, also while a worker is at the one before. @returns the row as it is now */
export const restartComparison = (tx: Writer, now: number): Promise<Comparison | undefined> =>
  tx
    .updateTable("comparisons")
    .set({ next_at: now, position: null, found: "[]", tries: 0, problem: null })
    .returningAll()
    .executeTakeFirst();

/** Takes the comparison if it is due, for `leaseMs`; another worker takes it afterwards. */
export async function takeDueComparison(tx: Writer, now: number, leaseMs: number): Promise<Comparison | undefined> {
  const due = await tx
    .selectFrom("comparisons")
    .selectAll()
    .where("next_at", "<=", now)
    .limit(1)
    .$call(forUpdateSkipLocked(tx))
    .executeTakeFirst();
  if (due === undefined) return undefined;
  const taken = { ...due, next_at: now + leaseMs };
  return (await updateComparison(tx, due, taken)) ? taken : undefined;
}

/** Stores how far a comparison has come; false where another worker has taken it meanwhile. */
export async function updateComparison(
  tx: Writer,
  { gateway, next_at: lease }: Comparison,
  change: Partial<Comparison>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("comparisons")
    .set(change)
    .where("gateway", "=", gateway)
    .where("next_at", "=", lease)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
