import type { Reader, Writer } from "../../db/database.ts";

export type Picture = { hash: string; type: string; bytes: Buffer };

/** Stores a picture; does nothing if the brand has it. */
export const insertPicture = (tx: Writer, { hash, type, bytes }: Picture, now: number) =>
  tx
    .insertInto("pictures")
    .values({ hash, type, base64: bytes.toString("base64"), created_at: now })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();

export async function findPicture(db: Reader, hash: string): Promise<Picture | undefined> {
  const row = await db
    .selectFrom("pictures")
    .select(["hash", "type", "base64"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row && { hash: row.hash, type: row.type, bytes: Buffer.from(row.base64, "base64") };
}
