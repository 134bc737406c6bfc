import type { Tenant } from "../../config/brand/schema.ts";
import { ApiError } from "../base/error.ts";
import type { FixedField } from "../brand/check-files.ts";
import { folderOf, readBrandFiles } from "../brand/folder-files.ts";
import { type FieldAct, publish } from "../brand/publish.ts";
import { type BrandFiles, hashFiles } from "../domain/files/brand-files.ts";
import type { Actor } from "../ports/audit.ts";
import type { Staff } from "../staff/staff.ts";

/** A brand's files, which may be newer than the running shop, and their hash for the member's form. */
export function readSeen(staff: Staff, { id }: Pick<Tenant, "id">) {
  const files = readBrandFiles(folderOf(staff, id));
  return { files, seen: hashFiles(files) };
}

type Saving = {
  files: BrandFiles;
  seen: string;
  field: FixedField;
  /** The field's new value in tenant.json; undefined removes the field. */
  value: unknown;
  act: FieldAct;
};

/**
 * Publishes one field of tenant.json that no draft changes, as a new version. A draft continues from it.
 * @returns the version's number. @throws ApiError as publish
 */
export function saveField(staff: Staff, actor: Actor, brand: string, { files, seen, field, value, act }: Saving) {
  const { [field]: _, ...others } = files.tenant;
  const tenant = value === undefined ? others : { ...files.tenant, [field]: value };
  const confirm = async () => {}; // the routes that set up money require a code
  return publish(staff, actor, brand, { files: { ...files, tenant }, base: seen, sets: [field], act, confirm });
}

/** @throws ApiError 409 if the files have changed since the member saw them */
export function refuseChanged(seen: string, now: string) {
  if (seen === now) return;
  throw new ApiError(409, "The brand's files have changed meanwhile. Open the page again.", undefined, "files_changed");
}
