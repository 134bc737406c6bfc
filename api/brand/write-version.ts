import type { BrandFiles } from "../domain/files/brand-files.ts";
import { findPicture, listPictureNames } from "../repositories/staff/brand-pictures.ts";
import { noteWritten } from "../repositories/staff/brand-versions.ts";
import type { Staff } from "../staff/staff.ts";
import { folderOf, writeBrandFiles } from "./folder-files.ts";

type Version = { number: number; files: BrandFiles; before: BrandFiles };

/** Writes a version's files into the brand's folder, with the pictures that they name, and stores that all are written. */
export async function writeVersion(staff: Staff, brand: string, { number, files, before }: Version) {
  const named = JSON.stringify(files.tenant);
  const pictures = new Map<string, Buffer>();
  for (const file of await listPictureNames(staff.db.read, brand))
    if (named.includes(`/media/brand/${file}"`)) pictures.set(file, (await findPicture(staff.db.read, brand, file))!);
  writeBrandFiles(folderOf(staff, brand), before, files, pictures);
  await staff.db.transaction((tx) => noteWritten(tx, brand, number, staff.clock.now()));
}
