import type { Reader, Writer } from "../../db/database.ts";

/** By default, a product with fewer cards is low. A brand or a product may have another limit. */
const LOW = 10;

export type StockWatch = {
  alert_below: number;
  addresses: string[];
  looked_until: number | null;
  looked_least_end: number | null;
};

export async function readStockWatch(db: Reader): Promise<StockWatch> {
  const row = await db.selectFrom("stock_watch").selectAll().where("id", "=", 1).executeTakeFirst();
  if (row === undefined) return { alert_below: LOW, addresses: [], looked_until: null, looked_least_end: null };
  return { ...row, addresses: JSON.parse(row.addresses) as string[] };
}

/** @param now the time from which the worker looks, if it has not begun */
export const writeStockWatch = (
  tx: Writer,
  { alert_below, addresses }: Pick<StockWatch, "alert_below" | "addresses">,
  now: number,
) =>
  tx
    .insertInto("stock_watch")
    .values({ id: 1, looked_until: now, alert_below, addresses: JSON.stringify(addresses) })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ alert_below, addresses: JSON.stringify(addresses) }))
    .execute();

/** Stores the time up to which the worker has looked, and the end that cards must outlast (ms). Another worker may be further. */
export async function noteLooked(tx: Writer, now: number, leastEnd: number) {
  const looked = { looked_until: now, looked_least_end: leastEnd };
  await tx
    .insertInto("stock_watch")
    .values({ id: 1, ...looked, alert_below: LOW, addresses: "[]" })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(looked).where("stock_watch.looked_until", "<", now))
    .execute();
}
