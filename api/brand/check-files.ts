import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { findExposures, type TenantsFolder } from "../../config/brand/exposure.ts";
import { parsePage } from "../../config/brand/page-text.ts";
import { isPageName } from "../../config/brand/pages.ts";
import { type Tenant, TenantSchema } from "../../config/brand/schema.ts";
import { ApiError } from "../base/error.ts";
import type { BrandFiles } from "../domain/files/brand-files.ts";
import { listPictureNames } from "../repositories/staff/brand-pictures.ts";
import type { Staff } from "../staff/staff.ts";
import { folderOf, readBrandFiles } from "./folder-files.ts";

/** Problems by field, in the form of TenantSchema; "pages.NAME" for a page. */
export type FieldProblems = Record<string, string>;

/** The fields that drafts do not change: each must agree with the database, a gateway, a proxy or another program. */
const FIXED_FIELDS = [
  "$schema",
  "id",
  "hostnames",
  "origin",
  "api",
  "database",
  "payments",
  "suppliers",
  "messages",
  "redirectOrigins",
  "imageOrigins",
  "seed",
  "editedIn",
] as const;

export type FixedField = (typeof FIXED_FIELDS)[number];

/**
 * `files`, with the values of `current` in the fields that a draft does not change.
 * @param before the origin of `files`: a field that they set on purpose stays, unless `current` has another value now
 */
export function keepFixed(files: BrandFiles, current: BrandFiles, before = files): BrandFiles {
  const tenant = { ...files.tenant };
  for (const field of FIXED_FIELDS) {
    const [set, former, now] = [files, before, current].map((known) => known.tenant[field]);
    if (!isDeepStrictEqual(set, former) && isDeepStrictEqual(now, former)) continue;
    delete tenant[field];
    if (field in current.tenant) tenant[field] = current.tenant[field];
  }
  return { ...files, tenant };
}

/**
 * The problems that the shop or `awning check` would find in these files; empty if there are none.
 * @param sets the fixed fields that the change sets on purpose
 */
export const findProblems = async (
  staff: Staff,
  brand: string,
  files: BrandFiles,
  sets: readonly FixedField[] = [],
): Promise<FieldProblems> =>
  checkFiles(files, readBrandFiles(folderOf(staff, brand)), {
    ...staff.folder,
    sets,
    pictures: await listPictureNames(staff.db.read, brand),
  });

/** @throws ApiError 400 */
export function refuseProblems(problems: FieldProblems) {
  const [first] = Object.entries(problems);
  if (first !== undefined) throw new ApiError(400, `${first[0]}: ${first[1]}`, problems);
}

const nameIn = ({ tenant: { branding } }: BrandFiles) =>
  (branding as { organization_name?: unknown } | undefined)?.organization_name;

/** @param pictures the names of pictures that will be added to the folder */
function checkFiles(
  { tenant, pages }: BrandFiles,
  current: BrandFiles,
  { dir, deployment, pictures, sets }: TenantsFolder & { pictures: string[]; sets: readonly FixedField[] },
): FieldProblems {
  const changed = FIXED_FIELDS.filter(
    (field) => !sets.includes(field) && !isDeepStrictEqual(tenant[field], current.tenant[field]),
  );
  const problems = Object.fromEntries(changed.map((field) => [field, "is not changed in the console"]));
  if (nameIn(current) !== undefined && nameIn({ tenant, pages }) === undefined)
    problems["branding.organization_name"] = "Enter the name that shoppers read.";
  Object.assign(problems, findPageFaults(pages));
  const parsed = TenantSchema.safeParse(tenant);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) problems[path.join(".")] ??= message;
    return problems;
  }
  for (const { field, reason } of findExposures(parsed.data, dir, deployment)) problems[field] ??= reason;
  for (const [field, file] of brandPictures(parsed.data)) {
    if (!pictures.includes(file) && !existsSync(join(dir, parsed.data.id, file)))
      problems[field] ??= `there is no picture ${file}`;
  }
  return problems;
}

function findPageFaults(pages: BrandFiles["pages"]): FieldProblems {
  const problems: FieldProblems = {};
  for (const [name, text] of Object.entries(pages)) {
    const page = isPageName(name) ? parsePage(text) : [{ field: "", reason: "is none of a brand's pages" }];
    if (!Array.isArray(page)) continue;
    problems[`pages.${name}`] = page.map(({ field, reason }) => [field, reason].filter(Boolean).join(": ")).join("; ");
  }
  return problems;
}

/** The pictures in the brand's folder that the fields name. */
function brandPictures({ branding, translations }: Tenant): [string, string][] {
  const fields = [
    ["branding.logo_url", branding.logo_url],
    ["branding.banner_url", branding.banner_url],
    ["branding.icon_url", branding.icon_url],
    ...Object.entries(translations).flatMap(([code, { branding: own = {} }]) => [
      [`translations.${code}.branding.logo_url`, own.logo_url],
      [`translations.${code}.branding.banner_url`, own.banner_url],
    ]),
  ] as [string, string | undefined][];
  return fields.flatMap(([field, url]): [string, string][] =>
    url?.startsWith("/media/brand/") ? [[field, url.slice("/media/brand/".length)]] : [],
  );
}
