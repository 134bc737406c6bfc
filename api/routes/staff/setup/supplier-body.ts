import { z } from "zod";

import {
  type Supplier,
  SupplierName,
  SupplierSchema,
  SuppliersSchema,
  type Tenant,
} from "../../../../config/brand/schema.ts";
import { ApiError, notFound } from "../../../base/error.ts";
import { parse, Text } from "../../../http/parse.ts";
import { refuseAddress } from "../../../setup/addresses.ts";
import { SUPPLIER_OBJECTIONS } from "../../../setup/change-supplier.ts";
import { refuseExposure } from "../../../setup/refuse-exposure.ts";
import { readSeen, refuseChanged } from "../../../setup/save-field.ts";
import type { Staff } from "../../../staff/staff.ts";
import type { BrandCall } from "../../brand-route.ts";

/** A field of tenant.json, such as `billing.city`. */
const Path = z.string().regex(/^[A-Za-z]{1,30}(\.[A-Za-z0-9]{1,30})?$/);

export const TryBody = z.object({
  /** add: for a free name. */
  act: z.enum(["add", "change"]),
  name: SupplierName,
  /** The form's texts by field; an empty one is left out. */
  settings: z.record(Path, Text(200)),
});
/** The objections that the member has seen and overrides, and the hash of the files that the member saw. */
const confirmed = z.array(z.enum(SUPPLIER_OBJECTIONS)).default([]);
const seen = Text(64);
export const SaveBody = TryBody.extend({ seen, confirmed });
export const RemoveBody = z.object({ name: SupplierName, seen, confirmed });

/** A brand's suppliers from its files, which may be newer than the running shop. */
export function readSuppliers(staff: Staff, tenant: Tenant) {
  const { files, seen } = readSeen(staff, tenant);
  const parsed = SuppliersSchema.default({}).safeParse(files.tenant.suppliers);
  return { files, seen, suppliers: parsed.success ? parsed.data : tenant.suppliers };
}

/** One supplier of the brand. @param seen see refuseChanged. @throws ApiError 404, 409 */
export function readSupplier(staff: Staff, tenant: Tenant, name: string, seen?: string) {
  const read = readSuppliers(staff, tenant);
  if (seen !== undefined) refuseChanged(seen, read.seen);
  const former = Object.hasOwn(read.suppliers, name) ? read.suppliers[name] : undefined;
  return { ...read, former };
}

const NUMBERS = ["refundAfterMinutes", "lowFloatRupees"];

/** The request of a member, in the form of tenant.json. @throws ApiError 400 with texts by field, 404, 409 */
export function readAsked(
  { staff, shop }: Pick<BrandCall, "staff" | "shop">,
  asked: z.output<typeof TryBody>,
  seen?: string,
) {
  const { tenant } = shop;
  const { act, name } = asked;
  const read = readSupplier(staff, tenant, name, seen);
  if (act === "change" && read.former === undefined) throw notFound();
  if (act === "add" && read.former !== undefined) {
    const text = `There is a supplier ${name} already. Choose another name.`;
    throw new ApiError(400, text, { name: text });
  }
  const settings = parseSettings(asked.settings);
  const formerUrl = read.former?.kind === settings.kind ? read.former.url : undefined;
  if (settings.url !== undefined && settings.url !== formerUrl)
    refuseAddress(shop, settings.url, { use: "SUPPLIER", owner: [tenant.id, name], secrets: staff.secrets });
  refuseExposure(staff.folder, { ...tenant, suppliers: { [name]: settings } }, "suppliers");
  return { ...read, settings };
}

function parseSettings(texts: Record<string, string>): Supplier {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== "");
  try {
    return parse(SupplierSchema, toTree(given));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, errors = {} } = error;
    const isGiven = (field: string) => field === "url" || given.some(([path]) => path === field);
    const named = Object.entries(errors).map(([field, text]) => [field, isGiven(field) ? text : "is required"]);
    throw new ApiError(status, "Nothing was saved. Look at the fields below.", Object.fromEntries(named));
  }
}

/**
 * `billing.city` is a field of `billing`. It does not assign by path, because a path such as `constructor.name` would leave the
 * tree.
 */
function toTree(given: [string, string][]): Record<string, unknown> {
  const [nested, plain] = [given.filter(([path]) => path.includes(".")), given.filter(([path]) => !path.includes("."))];
  const groups = Map.groupBy(nested, ([path]) => path.split(".")[0]!);
  const kind = plain.find(([path]) => path === "kind")?.[1];
  return Object.fromEntries([
    ...(kind === "woohoo" ? [["billing", {}] as const] : []), // so that each missing field of it is named
    ...plain.map(([path, text]) => [
      path,
      NUMBERS.includes(path) && /^\d{1,9}$/.test(text) ? Number(text) : text.trim(),
    ]),
    ...[...groups].map(([group, fields]) => [
      group,
      Object.fromEntries(fields.map(([path, text]) => [path.split(".")[1]!, text.trim()])),
    ]),
  ]);
}

/** The settings of a supplier as texts by field: the reverse of reading a form. */
export const toTexts = (settings: Supplier): Record<string, string> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([field, value]): [string, string][] =>
      typeof value === "object"
        ? Object.entries(value).map(([part, text]) => [`${field}.${part}`, String(text)])
        : [[field, String(value)]],
    ),
  );
