import type { Reader, Writer } from "../../db/database.ts";

/** True if the account signed in by phone from this network after `since` (ms). */
export const isKnownNetwork = async (db: Reader, userId: string, hash: string, since: number): Promise<boolean> =>
  (await db
    .selectFrom("phone_networks")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("net_hash", "=", hash)
    .where("seen_at", ">", since)
    .limit(1)
    .executeTakeFirst()) !== undefined;

type Seen = { userId: string; hash: string; now: number };

/** Notes a network of an account. Beyond `most`, and before `since` (ms), older ones are deleted. */
export async function saveNetwork(tx: Writer, { userId, hash, now }: Seen, bounds: { most: number; since: number }) {
  await tx
    .insertInto("phone_networks")
    .values({ user_id: userId, net_hash: hash, seen_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "net_hash"]).doUpdateSet({ seen_at: now }))
    .execute();
  const networks = await tx
    .selectFrom("phone_networks")
    .select(["net_hash", "seen_at"])
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .execute();
  const others = networks.filter(({ net_hash }) => net_hash !== hash);
  const old = others.filter(({ seen_at }, index) => index >= bounds.most - 1 || seen_at <= bounds.since);
  if (old.length === 0) return;
  const hashes = old.map(({ net_hash }) => net_hash);
  await tx.deleteFrom("phone_networks").where("user_id", "=", userId).where("net_hash", "in", hashes).execute();
}

/** The times at which an account's networks last signed in by phone. */
export const listNetworksOf = (db: Reader, userId: string) =>
  db.selectFrom("phone_networks").select("seen_at").where("user_id", "=", userId).orderBy("seen_at").execute();
