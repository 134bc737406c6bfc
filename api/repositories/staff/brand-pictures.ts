import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";

/** A picture that is already there stays: its name is its content's. */
export const addPicture = (tx: StaffWriter, picture: { brand: string; file: string; content: string; now: number }) => {
  const { now, ...row } = picture;
  return tx
    .insertInto("brand_pictures")
    .values({ ...row, added_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const listPictureNames = async (db: StaffReader, brand: string): Promise<string[]> =>
  (await db.selectFrom("brand_pictures").select("file").where("brand", "=", brand).execute()).map(({ file }) => file);

export async function findPicture(db: StaffReader, brand: string, file: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("brand_pictures")
    .select("content")
    .where("brand", "=", brand)
    .where("file", "=", file)
    .executeTakeFirst();
  return row && Buffer.from(row.content, "base64");
}
