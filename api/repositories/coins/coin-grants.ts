import type { Insertable, Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
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

type Alone = { isTaken: boolean; since: number; but: string };

/**
 * The coins that shoppers got or lost without a second member since a time (ms), in hundredths; the grant `but` is not counted.
 */
export async function sumChangedAlone(db: Reader, { isTaken, since, but }: Alone): Promise<number> {
  const { amount } = await db
    .selectFrom("coin_grants")
    .select(({ fn }) => fn.sum<number | null>("amount").as("amount"))
    .where("state", "=", "done")
    .where("decided_by", "is", null)
    .where("amount", isTaken ? "<" : ">", 0)
    .where("asked_at", ">=", since)
    .where("id", "<>", but)
    .executeTakeFirstOrThrow();
  return Math.abs(Number(amount ?? 0));
}

/** Grants, and coins to be taken back, that wait for a second member, oldest first. */
export const listWaitingGrants = (db: Reader, { after, limit }: { after?: PlaceInList; limit: number }) =>
  db
    .selectFrom("coin_grants")
    .innerJoin("users", "users.id", "coin_grants.user_id")
    .selectAll("coin_grants")
    .select(["users.email", "users.username"])
    .where("state", "=", "waiting")
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("asked_at", "coin_grants.id"), ">", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy("asked_at")
    .orderBy("coin_grants.id")
    .limit(limit)
    .execute();

export async function countWaitingGrants(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom("coin_grants")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const listGrantsOf = (db: Reader, userId: string) =>
  db
    .selectFrom("coin_grants")
    .selectAll()
    .where("user_id", "=", userId)
    .where("state", "=", "waiting")
    .orderBy("asked_at")
    .execute();

type Decision = { state: "done" | "refused"; by: string; now: number };

/** Decides a waiting grant; false if another member was faster. */
export async function decideGrant(tx: Writer, id: string, { state, by, now }: Decision): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("coin_grants")
    .set({ state, decided_by: by, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
