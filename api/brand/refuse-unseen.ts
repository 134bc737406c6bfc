import { ApiError, CHANGED_MEANWHILE } from "../base/error.ts";
import type { StaffWriter } from "../db/staff-schema.ts";
import { type BrandFiles, hashFiles } from "../domain/files/brand-files.ts";
import { findDraft } from "../repositories/staff/brand-drafts.ts";
import { lockTrail } from "../staff/audit-trail.ts";

/**
 * Locks drafts and versions until the transaction ends.
 * @param current the brand's files
 * @param seen the hash of the draft that the member saw, or of the files if there was no draft
 * @returns the draft. @throws ApiError 409 if another member has changed or published it since
 */
export async function refuseUnseen(tx: StaffWriter, brand: string, current: BrandFiles, seen: string) {
  await lockTrail(tx);
  const draft = await findDraft(tx, brand);
  if (hashFiles(draft?.files ?? current) !== seen)
    throw new ApiError(
      409,
      "Somebody else has changed the draft meanwhile, and nothing was done. Look at the draft as it is now, and press again.",
      undefined,
      CHANGED_MEANWHILE,
    );
  return draft;
}
