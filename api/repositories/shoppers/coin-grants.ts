import type { Insertable, Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { ShopperTables } from "../../db/schema-shoppers.ts";

export type CoinGrant = Selectable<ShopperTables["coin_grants"]>;

/** Adds a grant; false if there is one with this id. */
export async function insertGrant(tx: Writer, grant: Insertable<ShopperTables["coin_grants"]>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("coin_grants")
    .values(grant)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findGrant = (db: Reader, id: string): Promise<CoinGrant | undefined> =>
  db.selectFrom("coin_grants").selectAll().where("id", "=", id).executeTakeFirst();

/** Grants that wait for a second member, oldest first. */
export const listWaitingGrants = (db: Reader, limit: number) =>
  db
    .selectFrom("coin_grants")
    .innerJoin("users", "users.id", "coin_grants.user_id")
    .selectAll("coin_grants")
    .select(["users.email", "users.username"])
    .where("state", "=", "waiting")
    .orderBy("asked_at")
    .orderBy("coin_grants.id")
    .limit(limit)
    .execute();

export const listGrantsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("coin_grants")
    .selectAll()
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .orderBy("asked_at")
    .execute();

type Decision = { state: "done" | "refused"; by: string; now: number };

/** Decides a waiting grant; false if somebody else was faster. */
export async function decideGrant(tx: Writer, id: string, { state, by, now }: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("coin_grants")
    .set({ state, decided_by: by, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
