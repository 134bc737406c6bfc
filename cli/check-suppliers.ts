import { createSecrets, MissingSecret } from "../api/secrets.ts";
import { SUPPLIER_SECRETS } from "../api/suppliers/create-suppliers.ts";
import type { Tenant } from "../config/schema.ts";
import type { Finding } from "./finding.ts";

/** Checks that the environment has the secrets of a brand's suppliers; `awning suppliers check` tries them. */
export function checkSuppliers(tenant: Tenant, values: NodeJS.ProcessEnv, file: string): Finding[] {
  if (tenant.api.url !== "embedded") return [];
  return Object.entries(tenant.suppliers).flatMap(([name, { kind }]) => {
    const secrets = createSecrets(values, "SUPPLIER", tenant.id, name);
    return SUPPLIER_SECRETS[kind].flatMap((secret): Finding[] => {
      try {
        secrets.read(secret);
        return [];
      } catch (error) {
        if (!(error instanceof MissingSecret)) throw error;
        return [{ file, field: `suppliers.${name}`, reason: error.message }];
      }
    });
  });
}
