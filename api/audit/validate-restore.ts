import type { Reader } from "../db/database.ts";
import { STAFF_ID } from "../db/migrations/staff.ts";
import type { StaffReader } from "../db/staff-schema.ts";
import { canUnseal } from "../domain/encryption.ts";
import type { TenantKeys } from "../domain/keys.ts";
import { listEncryptedSamples } from "../repositories/audit/encrypted-samples.ts";
import { listSealedSecrets } from "../repositories/staff/sealed-secrets.ts";

/**
 * The reason against a restored database for this tenant: DATA_KEY does not open its codes, for example because they are another
 * tenant's. Undefined if it can.
 */
export async function findRestoreProblem(db: Reader, tenantId: string, keys: TenantKeys): Promise<string | undefined> {
  if (tenantId === STAFF_ID) {
    const secrets = await listSealedSecrets(db as unknown as StaffReader);
    const isOpen = secrets.every(({ id, sealed, purpose }) => canUnseal(keys, purpose, sealed, { tenantId, id }));
    return isOpen
      ? undefined
      : "DATA_KEY does not open the secrets of the staff's authenticator apps, or the audit's key";
  }
  for (const [purpose, samples] of Object.entries(await listEncryptedSamples(db))) {
    for (const { id, sealed } of samples) {
      if (!canUnseal(keys, purpose as "voucher" | "coupon", sealed, { tenantId, id }))
        return "DATA_KEY does not open its codes: the key differs, or the backup belongs to another brand";
    }
  }
  return undefined;
}
