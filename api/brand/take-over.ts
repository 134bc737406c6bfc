import { ApiError } from "../base/error.ts";
import type { Staff } from "../staff/staff.ts";
import { folderOf, readBrandFiles, writeBrandFiles } from "./folder-files.ts";
import { whyReadOnly } from "./why-read-only.ts";

/** Makes the console the editor of this brand's files. @throws ApiError 409 if its folder cannot be written */
export async function takeOver(staff: Staff, brand: string) {
  const folder = folderOf(staff, brand);
  const files = readBrandFiles(folder);
  if (whyReadOnly(folder, files) === "not writable") throw new ApiError(409, "The brand's folder cannot be written.");
  writeBrandFiles(folder, files, { ...files, tenant: { ...files.tenant, editedIn: "console" } }, new Map());
}
