import { findExposures } from "../../config/brand/exposure.ts";
import { PaymentsSchema, type Tenant } from "../../config/brand/schema.ts";
import type { Staff } from "../staff/staff.ts";
import { readSeen } from "./save-field.ts";

/** A brand's files with their payment settings, which may be newer than the running shop. */
export function readGateway(staff: Staff, tenant: Tenant) {
  const { files, seen } = readSeen(staff, tenant);
  const parsed = PaymentsSchema.optional().safeParse(files.tenant.payments);
  return { files, seen, payments: parsed.success ? parsed.data : tenant.payments };
}

/** True if the brand may be paid in the sandbox, in which the payer decides the outcome. */
export const maySandbox = ({ folder }: Staff, tenant: Tenant): boolean =>
  !findExposures({ ...tenant, payments: undefined }, folder.dir, folder.deployment).some(
    ({ field }) => field === "payments",
  );
