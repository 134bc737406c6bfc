import type { StaffWriter } from "../db/staff-schema.ts";
import { type BrandFiles, describeChange, hashFiles } from "../domain/files/brand-files.ts";
import type { Actor } from "../ports/audit.ts";
import { deleteDraft, findDraft, putDraft } from "../repositories/staff/brand-drafts.ts";
import { append } from "../staff/audit-trail.ts";
import type { Staff } from "../staff/staff.ts";
import { findProblems, keepFixed } from "./check-files.ts";
import { folderOf, readBrandFiles } from "./folder-files.ts";
import { refuseUnseen } from "./refuse-unseen.ts";
import { refuseReadOnly } from "./why-read-only.ts";

type Change = {
  files: BrandFiles;
  /** The hash of the draft, or of the files in the folder, on which the change was based. */
  seen: string;
};

/**
 * Stores a draft, one for all members of the brand. It may have problems; a published version may not.
 * @returns the problems, and the hash for the next change. @throws ApiError 409 if another member has changed it since
 */
export async function saveDraft(staff: Staff, actor: Actor, brand: string, { files, seen }: Change) {
  const folder = folderOf(staff, brand);
  const current = readBrandFiles(folder);
  refuseReadOnly(folder, current);
  const problems = await findProblems(staff, brand, files);
  await staff.db.transaction(async (tx) => {
    const now = staff.clock.now();
    const before = await refuseUnseen(tx, brand, current, seen);
    const changed = describeChange(before?.files ?? current, files);
    await append(tx, staff, actor, { brand, act: "brand.draft", subject: brand, ...changed });
    const base = before?.base ?? hashFiles(current);
    await putDraft(tx, brand, { files, base, changedBy: actor.name, changedAt: now });
  });
  return { problems, seen: hashFiles(files) };
}

/** @param seen see Change. @throws ApiError 409 as saveDraft */
export const discardDraft = (staff: Staff, actor: Actor, brand: string, seen: string) =>
  staff.db.transaction(async (tx) => {
    await refuseUnseen(tx, brand, readBrandFiles(folderOf(staff, brand)), seen);
    await append(tx, staff, actor, { brand, act: "brand.discard", subject: brand });
    await deleteDraft(tx, brand);
  });

/**
 * Makes `files`, which differ in fields that no draft changes, the base of a draft that began with `base`. A stale draft stays
 * stale.
 */
export async function carryDraft(tx: StaffWriter, brand: string, { base, files }: { base: string; files: BrandFiles }) {
  const draft = await findDraft(tx, brand);
  if (draft?.base !== base) return;
  await putDraft(tx, brand, { ...draft, files: keepFixed(draft.files, files), base: hashFiles(files) });
}
