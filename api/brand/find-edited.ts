import { isDeepStrictEqual } from "node:util";

import type { BrandFiles } from "../domain/files/brand-files.ts";
import { keepFixed } from "./check-files.ts";

type Version = { before: BrandFiles; after: BrandFiles };

/**
 * The paths of files in a folder that match neither the state before a version nor the version. Somebody has changed them while
 * the version was only partly written. Fields that the console does not change do not count.
 */
export function findEdited(folder: BrandFiles, { before, after }: Version): string[] {
  const isTenantKnown = [before, after].some((known) =>
    isDeepStrictEqual(keepFixed(known, folder).tenant, folder.tenant),
  );
  const names = new Set([folder, before, after].flatMap(({ pages }) => Object.keys(pages)));
  const pages = [...names].filter((name) => ![before.pages[name], after.pages[name]].includes(folder.pages[name]));
  return [...(isTenantKnown ? [] : ["tenant.json"]), ...pages.map((name) => `pages/${name}.md`).sort()];
}
