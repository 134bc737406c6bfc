import { SUPPLIER_SECRETS } from "../../api/suppliers/create-suppliers.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { createSecrets, MissingSecret } from "../../config/brand/secrets.ts";
import type { Finding } from "./finding.ts";

const FLOAT_UNKNOWN =
  "Woohoo tells its prepaid balance with orders only: it is unknown until the first one, and lowFloatRupees counts from the last one";

/**
 * Checks that the environment has the secrets for a brand's suppliers; `awning suppliers check` tries them. Notes suppliers whose
 * prepaid balance the shop cannot query.
 */
export function checkSuppliers(tenant: Tenant, values: NodeJS.ProcessEnv, file: string): Finding[] {
  if (tenant.api.url !== "embedded") return [];
  return Object.entries(tenant.suppliers).flatMap(([name, { kind }]) => {
    const secrets = createSecrets(values, "SUPPLIER", tenant.id, name);
    const field = `suppliers.${name}`;
    const missing = SUPPLIER_SECRETS[kind].flatMap((secret): Finding[] => {
      try {
        secrets.read(secret);
        return [];
      } catch (error) {
        if (!(error instanceof MissingSecret)) throw error;
        return [{ file, field, reason: error.message }];
      }
    });
    return kind === "woohoo" ? [...missing, { file, field, reason: FLOAT_UNKNOWN, isRemark: true }] : missing;
  });
}
