import type { Supplier, Tenant } from "../../config/brand/schema.ts";
import { createSecrets, type SecretValues } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";
import type { VoucherSupplier } from "../ports/voucher-supplier.ts";
import { createHttpSupplier } from "./http/http-supplier.ts";
import { createReloadly } from "./reloadly/reloadly.ts";
import { createWoohoo } from "./woohoo/woohoo.ts";

/** The names of the secrets of each kind of supplier. */
export const SUPPLIER_SECRETS: Record<Supplier["kind"], string[]> = {
  woohoo: ["CLIENT_ID", "CLIENT_SECRET", "USERNAME", "PASSWORD"],
  reloadly: ["CLIENT_ID", "CLIENT_SECRET"],
  http: ["KEY_ID", "SECRET"],
};

type Options = { secrets: SecretValues; clock: Clock };

/** The brand's suppliers by their names in tenant.json. It makes no remote call and reads no secret. */
export function createSuppliers(
  { id, suppliers }: Pick<Tenant, "id" | "suppliers">,
  { secrets: values, clock }: Options,
): ReadonlyMap<string, VoucherSupplier> {
  return new Map(
    Object.entries(suppliers).map(([name, settings]) => {
      const secrets = createSecrets(values, "SUPPLIER", id, name);
      return [name, create(settings)];

      function create(supplier: Supplier): VoucherSupplier {
        switch (supplier.kind) {
          case "woohoo":
            return createWoohoo({ name: `Woohoo (${name})`, settings: supplier, secrets, clock });
          case "reloadly":
            return createReloadly({ name: `Reloadly (${name})`, settings: supplier, secrets, clock });
          case "http":
            return createHttpSupplier({ name: `supplier ${name}`, settings: supplier, secrets, clock });
        }
      }
    }),
  );
}
