import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { OutgoingTables } from "../../db/schema-outgoing.ts";

export type ApiKey = Selectable<OutgoingTables["api_keys"]>;

/** All keys, also those that have ended, the newest first. */
export const listApiKeys = (db: Reader): Promise<ApiKey[]> =>
  db.selectFrom("api_keys").selectAll().orderBy("created_at", "desc").orderBy("id").execute();

export const insertApiKey = (tx: Writer, key: ApiKey) => tx.insertInto("api_keys").values(key).execute();

export const findApiKey = (db: Reader, id: string): Promise<ApiKey | undefined> =>
  db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();

/** The key with this hash that is valid at `now` (ms). */
export const findValidKey = (db: Reader, hash: string, now: number): Promise<ApiKey | undefined> =>
  db
    .selectFrom("api_keys")
    .selectAll()
    .where("key_hash", "=", hash)
    .where("revoked_at", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .executeTakeFirst();

export const noteKeyUse = (tx: Writer, id: string, at: number) =>
  tx.updateTable("api_keys").set({ used_at: at }).where("id", "=", id).execute();

/** Makes a member responsible for a key. @returns false if there is no such key, or it is revoked */
export async function handOverKey(tx: Writer, id: string, to: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("api_keys")
    .set({ created_by: to })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns the name of the key; undefined if there is none, or it is revoked already */
export async function revokeApiKey(tx: Writer, id: string, now: number): Promise<string | undefined> {
  const revoked = await tx
    .updateTable("api_keys")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  return revoked?.name;
}
