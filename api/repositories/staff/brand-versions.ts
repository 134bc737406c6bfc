import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";
import type { BrandFiles } from "../../domain/files/brand-files.ts";

/** The versions without their files, the newest first. */
export async function listVersions(db: StaffReader, brand: string, limit: number) {
  const rows = await db
    .selectFrom("brand_versions")
    .select(["number", "changed", "made_by", "made_at", "reason", "written_at"])
    .where("brand", "=", brand)
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, changed: JSON.parse(row.changed) as string[] }));
}

export async function findVersionFiles(db: StaffReader, brand: string, number: number) {
  const row = await db
    .selectFrom("brand_versions")
    .select("files")
    .where("brand", "=", brand)
    .where("number", "=", number)
    .executeTakeFirst();
  return row && (JSON.parse(row.files) as BrandFiles);
}

/** A version whose files may be written only in part; usually undefined. */
export const findUnwritten = (db: StaffReader, brand: string) =>
  db
    .selectFrom("brand_versions")
    .select(["number", "files"])
    .where("brand", "=", brand)
    .where("written_at", "is", null)
    .executeTakeFirst();

export const listUnwrittenBrands = async (db: StaffReader): Promise<string[]> =>
  (await db.selectFrom("brand_versions").select("brand").where("written_at", "is", null).execute()).map(
    ({ brand }) => brand,
  );

type NewVersion = {
  files: BrandFiles;
  changed: string[];
  madeBy: string;
  at: number;
  reason: string | null;
  writtenAt: number | null;
};

/** @returns the version's number */
export async function addVersion(tx: StaffWriter, brand: string, version: NewVersion): Promise<number> {
  const last = await tx
    .selectFrom("brand_versions")
    .select(({ fn }) => fn.max("number").as("number"))
    .where("brand", "=", brand)
    .executeTakeFirst();
  const number = Number(last?.number ?? 0) + 1;
  await tx
    .insertInto("brand_versions")
    .values({
      brand,
      number,
      files: JSON.stringify(version.files),
      changed: JSON.stringify(version.changed),
      made_by: version.madeBy,
      made_at: version.at,
      reason: version.reason,
      written_at: version.writtenAt,
    })
    .execute();
  return number;
}

export const noteWritten = (tx: StaffWriter, brand: string, number: number, at: number) =>
  tx
    .updateTable("brand_versions")
    .set({ written_at: at })
    .where("brand", "=", brand)
    .where("number", "=", number)
    .execute();
