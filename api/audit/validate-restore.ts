import type { Reader } from "../db/database.ts";
import { canUnseal } from "../domain/encryption.ts";
import type { TenantKeys } from "../domain/keys.ts";
import { listEncryptedSamples } from "../repositories/audit/encrypted-samples.ts";

/**
 * Why this tenant cannot use a restored database: DATA_KEY does not open its codes, for example because it is another
 * tenant's. Undefined if it can.
 */
export async function findRestoreProblem(db: Reader, tenantId: string, keys: TenantKeys): Promise<string | undefined> {
  for (const [purpose, samples] of Object.entries(await listEncryptedSamples(db))) {
    for (const { id, sealed } of samples) {
      if (!canUnseal(keys, purpose as "voucher" | "coupon", sealed, { tenantId, id }))
        return "DATA_KEY does not open its codes: the key differs, or the backup belongs to another brand";
    }
  }
  return undefined;
}
