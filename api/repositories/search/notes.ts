import type { Reader, Writer } from "../../db/database.ts";

/** The oldest changes whose texts have not been made again. */
export const listNotes = (db: Reader, limit: number) =>
  db.selectFrom("search_notes").selectAll().orderBy("id").limit(limit).execute();

export const deleteNotes = (tx: Writer, ids: number[]) =>
  tx.deleteFrom("search_notes").where("id", "in", ids).execute();

export const listGaps = (db: Reader) => db.selectFrom("search_gaps").selectAll().orderBy("kind").execute();

type Gap = Awaited<ReturnType<typeof listGaps>>[number];

/** The newest rows in a gap. */
export const listInGap = (db: Reader, { kind, before_at, before_id }: Gap, limit: number) =>
  db
    .selectFrom(kind === "order" ? "orders" : "users")
    .select(["id", "created_at"])
    .where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(before_at, before_id)))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

/** The gap now begins at `before`; without one it is closed. */
export async function narrowGap(tx: Writer, kind: Gap["kind"], before?: { id: string; created_at: number }) {
  if (before === undefined) await tx.deleteFrom("search_gaps").where("kind", "=", kind).execute();
  else
    await tx
      .updateTable("search_gaps")
      .set({ before_at: before.created_at, before_id: before.id })
      .where("kind", "=", kind)
      .execute();
}

/** The orders and shoppers whose texts change with the noted rows. */
export async function resolveNotes(db: Reader, notes: Awaited<ReturnType<typeof listNotes>>) {
  const refsOf = (kind: string) => [...new Set(notes.filter((note) => note.kind === kind).map(({ ref }) => ref))];
  const [payments, lines] = [refsOf("payment"), refsOf("line")];
  const ofPayments =
    payments.length === 0
      ? []
      : await db.selectFrom("payments").select("order_id").where("id", "in", payments).execute();
  const ofLines =
    lines.length === 0 ? [] : await db.selectFrom("order_items").select("order_id").where("id", "in", lines).execute();
  const orders = [...refsOf("order"), ...[...ofPayments, ...ofLines].map(({ order_id }) => order_id)];
  return { orders: [...new Set(orders)], shoppers: refsOf("shopper") };
}
