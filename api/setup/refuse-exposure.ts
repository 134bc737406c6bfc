import { findExposures, type TenantsFolder } from "../../config/brand/exposure.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { ApiError } from "../base/error.ts";

/**
 * Refuses settings with which the brand would stay closed.
 * @param part the field of tenant.json that the member changes; the others are older
 * @throws ApiError 400, with texts by the part's own fields
 */
export function refuseExposure(
  { dir, deployment }: TenantsFolder,
  tenant: Tenant,
  part: "payments" | "suppliers" | "messages",
) {
  const found = findExposures(tenant, dir, deployment).filter(({ field }) => field.split(".")[0] === part);
  if (found.length === 0) return;
  const errors = found.map(({ field, reason }) => [field.split(".")[1] ?? "url", reason]);
  throw new ApiError(400, "The brand would be closed. Look at the fields below.", Object.fromEntries(errors));
}
