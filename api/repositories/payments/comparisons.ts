import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import { forUpdateSkipLocked } from "../../db/locks.ts";
import type { OrderTables } from "../../db/schema-orders.ts";

export type Comparison = Selectable<OrderTables["comparisons"]>;

/** The daily comparison with the brand's gateway; undefined for a brand without one. */
export const findComparison = (db: Reader): Promise<Comparison | undefined> =>
  db.selectFrom("comparisons").selectAll().executeTakeFirst();

/**
 * Stores the gateway with which the books are compared after `now`, first at `nextAt` (ms); null for none. The results for
 * another gateway are deleted.
 */
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

/** Begins a new run now, even if a worker is busy with the previous one. @returns the present row */
export const restartComparison = (tx: Writer, now: number): Promise<Comparison | undefined> =>
  tx
    .updateTable("comparisons")
    .set({ next_at: now, position: null, found: "[]", tries: 0, problem: null })
    .returningAll()
    .executeTakeFirst();

/** Leases the comparison for `leaseMs` if it is due. After the lease, another worker may take it. */
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

/** Stores the progress of a comparison; false if another worker has taken it since. */
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
