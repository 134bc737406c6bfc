import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";

import { ApiError } from "../base/error.ts";
import type { BrandFiles } from "../domain/files/brand-files.ts";

/** The reason for which the console cannot change a brand's files; null if it can. */
export type ReadOnlyReason = "kept elsewhere" | "not writable" | null;

export function whyReadOnly(folder: string, { tenant }: BrandFiles): ReadOnlyReason {
  if (!isWritable(folder)) return "not writable";
  return tenant.editedIn === "console" ? null : "kept elsewhere";
}

/** @throws ApiError 409 if the console cannot change these files */
export function refuseReadOnly(folder: string, files: BrandFiles) {
  if (whyReadOnly(folder, files) !== null) throw new ApiError(409, "The console cannot write this brand's files.");
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    accessSync(join(folder, "tenant.json"), constants.W_OK);
    const pages = join(folder, "pages");
    if (existsSync(pages)) accessSync(pages, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
