import { ApiError } from "../base/error.ts";
import { type BrandFiles, describeChange } from "../domain/files/brand-files.ts";
import {
  addVersion,
  findUnwritten,
  findVersionFiles,
  listUnwrittenBrands,
  noteWritten,
} from "../repositories/staff/brand-versions.ts";
import { lockTrail } from "../staff/audit-trail.ts";
import type { Staff } from "../staff/staff.ts";
import { keepFixed } from "./check-files.ts";
import { findEdited } from "./find-edited.ts";
import { folderOf, readBrandFiles } from "./folder-files.ts";
import { refuseReadOnly } from "./why-read-only.ts";
import { writeVersion } from "./write-version.ts";

/** The version whose program was killed while it wrote the files, and the files that somebody has changed since; usually null. */
export async function findUnfinished(staff: Staff, brand: string) {
  const version = await findUnwritten(staff.db.read, brand);
  if (version === undefined) return null;
  const { number } = version;
  const files = JSON.parse(version.files) as BrandFiles;
  // At the start of a version, the folder held the previous version (publish.ts).
  const before = (await findVersionFiles(staff.db.read, brand, number - 1)) ?? files;
  const folder = readBrandFiles(folderOf(staff, brand));
  return { number, files, before, folder, edited: findEdited(folder, { before, after: files }) };
}

/**
 * Writes the files of a version whose program was killed; does nothing if there is none. The fields that the version does not
 * change stay as they are now.
 * @throws ApiError 409 if the console does not write this brand's files any more, or somebody has changed them since
 */
export async function finishPublishing(staff: Staff, brand: string) {
  const unfinished = await findUnfinished(staff, brand);
  if (unfinished === null) return;
  const { number, files, before, folder, edited } = unfinished;
  refuseReadOnly(folderOf(staff, brand), folder);
  if (edited.length > 0)
    throw new ApiError(
      409,
      `Version ${number} is not written: somebody has changed ${edited.join(", ")} in the brand's folder since. Keep the folder as it is.`,
    );
  await writeVersion(staff, brand, { number, files: keepFixed(files, folder, before), before: folder });
}

/** Leaves the folder as it is, as a new version. The unfinished version can be published again. */
export async function keepFolder(staff: Staff, brand: string) {
  const unfinished = await findUnfinished(staff, brand);
  if (unfinished === null) return;
  const { number, files, folder } = unfinished;
  await staff.db.transaction(async (tx) => {
    await lockTrail(tx);
    // A second press, or another member, was faster.
    if ((await findUnwritten(tx, brand))?.number !== number) return;
    const now = staff.clock.now();
    await noteWritten(tx, brand, number, now);
    const changed = Object.keys(describeChange(files, folder).after);
    await addVersion(tx, brand, { files: folder, changed, madeBy: "files", at: now, reason: null, writtenAt: now });
  });
}

/** Finishes the versions of killed programs, for all brands. A brand whose folder cannot be written is logged. */
export async function finishAll(staff: Staff) {
  for (const brand of await listUnwrittenBrands(staff.db.read)) {
    await finishPublishing(staff, brand).catch((error: unknown) =>
      staff.log.error({ err: error, tenant: brand }, "the version that was published is not fully written"),
    );
  }
}
