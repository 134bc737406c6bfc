import { sql } from "kysely";

import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";

/** An existing picture stays, because its name derives from its content. */
export const addPicture = (tx: StaffWriter, picture: { brand: string; file: string; content: string; now: number }) => {
  const { now, ...row } = picture;
  return tx
    .insertInto("brand_pictures")
    .values({ ...row, added_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Deletes pictures that neither a draft nor a version names, except the `kept` newest of them. */
export async function deleteUnusedPictures(tx: StaffWriter, brand: string, kept: number) {
  const isIn = (files: ReturnType<typeof sql.ref>) =>
    sql<boolean>`${files} like '%/media/brand/' || brand_pictures.file || '"%'`;
  const unused = await tx
    .selectFrom("brand_pictures")
    .select("file")
    .where("brand", "=", brand)
    .where(({ not, or, exists, selectFrom }) => {
      const draft = selectFrom("brand_drafts as draft").select("draft.brand").where("draft.brand", "=", brand);
      const version = selectFrom("brand_versions as version")
        .select("version.brand")
        .where("version.brand", "=", brand);
      return not(
        or([exists(draft.where(isIn(sql.ref("draft.files")))), exists(version.where(isIn(sql.ref("version.files"))))]),
      );
    })
    .orderBy("added_at", "desc")
    .orderBy("file")
    .execute();
  const files = unused.slice(kept).map(({ file }) => file);
  if (files.length > 0)
    await tx.deleteFrom("brand_pictures").where("brand", "=", brand).where("file", "in", files).execute();
}

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
