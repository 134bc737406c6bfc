import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";
import type { BrandFiles } from "../../domain/files/brand-files.ts";

export type Draft = { files: BrandFiles; base: string; changedBy: string; changedAt: number };

export async function findDraft(db: StaffReader, brand: string): Promise<Draft | undefined> {
  const row = await db.selectFrom("brand_drafts").selectAll().where("brand", "=", brand).executeTakeFirst();
  return (
    row && {
      files: JSON.parse(row.files) as BrandFiles,
      base: row.base,
      changedBy: row.changed_by,
      changedAt: row.changed_at,
    }
  );
}

/** Stores a draft in place of an earlier one. */
export async function putDraft(tx: StaffWriter, brand: string, draft: Draft) {
  const row = {
    files: JSON.stringify(draft.files),
    base: draft.base,
    changed_by: draft.changedBy,
    changed_at: draft.changedAt,
  };
  await tx
    .insertInto("brand_drafts")
    .values({ brand, ...row })
    .onConflict((conflict) => conflict.column("brand").doUpdateSet(row))
    .execute();
}

export const deleteDraft = (tx: StaffWriter, brand: string) =>
  tx.deleteFrom("brand_drafts").where("brand", "=", brand).execute();
