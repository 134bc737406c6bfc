import type { Tenant } from "../../config/schema.ts";
import type { FixedField } from "../brand/check-files.ts";
import { folderOf, readBrandFiles } from "../brand/folder-files.ts";
import { type FieldAct, publish } from "../brand/publish.ts";
import { type BrandFiles, hashFiles } from "../domain/files/brand-files.ts";
import { ApiError } from "../error.ts";
import type { Actor } from "../staff/audit-trail.ts";
import type { Staff } from "../staff/staff.ts";

/** A brand's files, which may be newer than the shop that runs, and what a member is told of their state. */
export function readSeen(staff: Staff, { id }: Pick<Tenant, "id">) {
  const files = readBrandFiles(folderOf(staff, id));
  return { files, seen: hashFiles(files) };
}

type Saving = {
  files: BrandFiles;
  seen: string;
  field: FixedField;
  /** What tenant.json shall say; undefined removes the field. */
  value: unknown;
  act: FieldAct;
};

/**
 * Publishes one field of tenant.json that no draft changes, as a version of its own. A draft goes on from it.
 * @returns the version's number. @throws ApiError as publish
 */
export function saveField(staff: Staff, actor: Actor, brand: string, { files, seen, field, value, act }: Saving) {
  const { [field]: _, ...others } = files.tenant;
  const tenant = value === undefined ? others : { ...files.tenant, [field]: value };
  const confirm = async () => {}; // the routes that set up money ask for a code
  return publish(staff, actor, brand, { files: { ...files, tenant }, base: seen, sets: [field], act, confirm });
}

/** @throws ApiError 409 if the files are not those that the member looked at */
export function refuseChanged(seen: string, now: string) {
  if (seen === now) return;
  throw new ApiError(409, "The brand's files have changed meanwhile. Open the page again.", undefined, "files_changed");
}
