import { findExposures } from "../../config/exposure.ts";
import { PaymentsSchema, type Tenant } from "../../config/schema.ts";
import type { Staff } from "../staff/staff.ts";
import { readSeen } from "./save-field.ts";

/** A brand's files, and how it is paid by them: they may be newer than the shop that runs. */
export function readGateway(staff: Staff, tenant: Tenant) {
  const { files, seen } = readSeen(staff, tenant);
  const parsed = PaymentsSchema.optional().safeParse(files.tenant.payments);
  return { files, seen, payments: parsed.success ? parsed.data : tenant.payments };
}

/** Whether the brand may be paid in the sandbox, in which the payer decides. */
export const maySandbox = ({ folder }: Staff, tenant: Tenant): boolean =>
  !findExposures({ ...tenant, payments: undefined }, folder.dir, folder.deployment).some(
    ({ field }) => field === "payments",
  );
