import type { Reader } from "../db/database.ts";
import { canUnseal } from "../domain/encryption.ts";
import type { TenantKeys } from "../domain/keys.ts";
import { listEncryptedSamples } from "../repositories/audit/encrypted-samples.ts";

/**
 * Why a restored database is of no use to this tenant here: DATA_KEY does not open its codes, as with another tenant's
 * backup. Undefined when it is good.
 */
export async function findRestoreProblem(db: Reader, tenantId: string, keys: TenantKeys): Promise<string | undefined> {
  for (const [purpose, samples] of Object.entries(await listEncryptedSamples(db))) {
    for (const { id, sealed } of samples) {
      if (!canUnseal(keys, purpose as "voucher" | "coupon", sealed, { tenantId, id }))
        return "DATA_KEY does not open its codes: the key is another one, or the backup is another brand's";
    }
  }
  return undefined;
}
