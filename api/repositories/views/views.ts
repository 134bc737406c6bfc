import type { Reader, Writer } from "../../db/database.ts";

export const VIEWED_LISTS = ["orders", "shoppers"] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/** A list of the console, as one member sees it. */
type Place = { memberId: string; list: ViewedList };

export const listViews = (db: Reader, { memberId, list }: Place) =>
  db
    .selectFrom("saved_views")
    .select(["id", "name", "query"])
    .where("member_id", "=", memberId)
    .where("list", "=", list)
    .orderBy("name")
    .execute();

/** A view with the same name is replaced. */
export const saveView = (
  tx: Writer,
  { memberId, list, ...view }: Place & { id: string; name: string; query: string; now: number },
) =>
  tx
    .insertInto("saved_views")
    .values({ id: view.id, member_id: memberId, list, name: view.name, query: view.query, created_at: view.now })
    .onConflict((conflict) => conflict.columns(["member_id", "list", "name"]).doUpdateSet({ query: view.query }))
    .execute();

export const deleteView = (tx: Writer, { memberId, list }: Place, id: string) =>
  tx
    .deleteFrom("saved_views")
    .where("id", "=", id)
    .where("member_id", "=", memberId)
    .where("list", "=", list)
    .execute();

/** The names of the columns; null for a member who has chosen none. */
export async function findColumns(db: Reader, { memberId, list }: Place): Promise<string[] | null> {
  const row = await db
    .selectFrom("chosen_columns")
    .select("columns")
    .where("member_id", "=", memberId)
    .where("list", "=", list)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.columns) as string[]);
}

export const setColumns = (tx: Writer, { memberId, list }: Place, names: readonly string[]) => {
  const columns = JSON.stringify(names);
  return tx
    .insertInto("chosen_columns")
    .values({ member_id: memberId, list, columns })
    .onConflict((conflict) => conflict.columns(["member_id", "list"]).doUpdateSet({ columns }))
    .execute();
};
