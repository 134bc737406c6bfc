import { ApiError, notFound } from "../base/error.ts";
import type { StaffWriter } from "../db/staff-schema.ts";
import { type BrandFiles, describeChange, hashFiles } from "../domain/files/brand-files.ts";
import type { Actor } from "../ports/audit.ts";
import { deleteDraft } from "../repositories/staff/brand-drafts.ts";
import { addVersion, findUnwritten, findVersionFiles, listVersions } from "../repositories/staff/brand-versions.ts";
import { audited, lockTrail } from "../staff/audit-trail.ts";
import type { Staff } from "../staff/staff.ts";
import { findProblems, type FixedField, keepFixed, refuseProblems } from "./check-files.ts";
import { carryDraft } from "./drafts.ts";
import { folderOf, readBrandFiles } from "./folder-files.ts";
import { refuseUnseen } from "./refuse-unseen.ts";
import { refuseReadOnly } from "./why-read-only.ts";
import { writeVersion } from "./write-version.ts";

/** A change of one field that no draft changes (setup/save-field.ts). */
export type FieldAct = "payments.set" | "supplier.set" | "supplier.remove" | "messages.set" | "messages.remove";

type Wanted = {
  files: BrandFiles;
  /** The hash of the files on which the change is based. */
  base: string;
  /**
   * The hash of the draft that the member saw, or of the files if there is no draft. The draft is deleted. Absent if the change
   * does not come from the draft, which then continues from the new files.
   */
  seen?: string;
  reason?: string;
  /** The name of the action in the audit. */
  act: "brand.publish" | "brand.roll-back" | FieldAct;
  /** The fields that this change sets, although drafts do not change them. */
  sets?: readonly FixedField[];
  /** Called with the paths of the fields that change; rejects if the member has to confirm them. */
  confirm(changed: string[]): Promise<void>;
};

/** A change of these can remove a limit on harm, or redirect the brand's mail. */
const GRAVE = ["limits", "security", "coins", "branding.email"];

export const isGrave = (path: string): boolean => GRAVE.some((field) => path === field || path.startsWith(`${field}.`));

/**
 * Makes `files` the brand's: first a new version, and then the files in its folder, which all programs watch. `finishPublishing`
 * finishes an interrupted version (finish.ts). @throws ApiError 400 with problems by field, 409 for files that have changed
 */
export async function publish(staff: Staff, actor: Actor, brand: string, wanted: Wanted): Promise<number> {
  const { files, base, seen, reason, act, sets, confirm } = wanted;
  const folder = folderOf(staff, brand);
  const current = readBrandFiles(folder);
  refuseReadOnly(folder, current);
  refuseProblems(await findProblems(staff, brand, files, sets));
  const { before, after } = describeChange(current, files);
  if (Object.keys(after).length === 0) throw new ApiError(409, "Nothing differs from what is published.");
  await confirm(Object.keys(after));
  return audited(staff, actor, { brand, act, subject: brand, before, after, reason }, async () => {
    const number = await staff.db.transaction(async (tx) => {
      await lockTrail(tx);
      await refuseStale(tx, brand, { folder, base });
      if (seen !== undefined) await refuseUnseen(tx, brand, current, seen);
      const now = staff.clock.now();
      await noteFolder(tx, brand, current, now);
      if (seen === undefined) await carryDraft(tx, brand, { base, files });
      else await deleteDraft(tx, brand);
      const changed = Object.keys(after);
      const version = { files, changed, madeBy: actor.name, at: now, reason: reason ?? null, writtenAt: null };
      return addVersion(tx, brand, version);
    });
    await writeVersion(staff, brand, { number, files, before: current });
    return number;
  });
}

/** Publishes an earlier version again, but leaves the fields that the console does not change as they are. */
export async function rollBack(
  staff: Staff,
  actor: Actor,
  brand: string,
  { number, seen, confirm }: { number: number; seen: string } & Pick<Wanted, "confirm">,
): Promise<number> {
  const earlier = await findVersionFiles(staff.db.read, brand, number);
  if (earlier === undefined) throw notFound();
  const current = readBrandFiles(folderOf(staff, brand));
  const files = keepFixed(earlier, current);
  const reason = `version ${number}`;
  return publish(staff, actor, brand, {
    files,
    base: hashFiles(current),
    seen,
    reason,
    act: "brand.roll-back",
    confirm,
  });
}

/**
 * Stores the folder's content as a version, unless it is the newest one. So there is a way back to it, and it is the known start
 * of the next version.
 */
async function noteFolder(tx: StaffWriter, brand: string, files: BrandFiles, now: number) {
  const [newest] = await listVersions(tx, brand, 1);
  const known = newest && (await findVersionFiles(tx, brand, newest.number));
  const changed = known ? Object.keys(describeChange(known, files).after) : [];
  if (known !== undefined && changed.length === 0) return;
  await addVersion(tx, brand, { files, changed, madeBy: "files", at: now, reason: null, writtenAt: now });
}

/** @throws ApiError 409 if another version is being written, or the files have changed since the change began */
async function refuseStale(tx: StaffWriter, brand: string, { folder, base }: { folder: string; base: string }) {
  const unwritten = await findUnwritten(tx, brand);
  if (unwritten !== undefined)
    throw new ApiError(409, `Version ${unwritten.number} is not fully written yet. Finish it first.`);
  if (hashFiles(readBrandFiles(folder)) !== base)
    throw new ApiError(409, "The brand's files have changed since this draft began.", undefined, "files_changed");
}
