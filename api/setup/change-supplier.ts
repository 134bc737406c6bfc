import type { Supplier, Tenant } from "../../config/brand/schema.ts";
import { listSecrets, type SecretValues } from "../../config/brand/secrets.ts";
import { systemClock } from "../base/clock.ts";
import type { Reader } from "../db/database.ts";
import type { SupplierFinding } from "../ports/voucher-supplier.ts";
import { countSourcedProducts } from "../repositories/suppliers/product-sources.ts";
import { countOpenSupplyOrders } from "../repositories/suppliers/supply-orders.ts";
import { createSuppliers, SUPPLIER_SECRETS } from "../suppliers/create-suppliers.ts";
import { checkCredentials } from "./try-supplier.ts";

/**
 * The objections to a change of a supplier: `refused`, it refuses the credentials or was not reached; `used`, products name the
 * former account; `open`, orders with that account have not ended.
 */
export const SUPPLIER_OBJECTIONS = ["refused", "used", "open"] as const;
type SupplierObjection = (typeof SUPPLIER_OBJECTIONS)[number];

type Change = {
  tenant: Pick<Tenant, "id">;
  name: string;
  /** The present settings in tenant.json; undefined for a new supplier. */
  former: Supplier | undefined;
  /** The new settings; undefined for a removal. */
  settings: Supplier | undefined;
  secrets: SecretValues;
  read: Reader;
};

/** Tries a supplier, and looks for products and orders that depend on its former account. It changes nothing. */
export async function judgeSupplier({ tenant, name, former, settings, secrets, read }: Change) {
  const findings = settings === undefined ? [] : await tryCredentials(tenant, name, settings, secrets);
  const isLeft = former !== undefined && accountOf(former) !== accountOf(settings);
  const [used, open] = isLeft
    ? [await countSourcedProducts(read, name), await countOpenSupplyOrders(read, name)]
    : [0, 0];
  const objections: SupplierObjection[] = [
    ...(findings.some(({ level }) => level === "error") ? ["refused" as const] : []),
    ...(used > 0 ? ["used" as const] : []),
    ...(open > 0 ? ["open" as const] : []),
  ];
  return { findings, used, open, objections };
}

/** Names all missing secrets, and then makes no call. */
async function tryCredentials({ id }: Pick<Tenant, "id">, name: string, settings: Supplier, secrets: SecretValues) {
  const missing = listSecrets(secrets, "SUPPLIER", [id, name], SUPPLIER_SECRETS[settings.kind]).flatMap(
    ({ problem }): SupplierFinding[] => (problem === null ? [] : [{ level: "error", text: problem }]),
  );
  if (missing.length > 0) return missing;
  const made = createSuppliers({ id, suppliers: { [name]: settings } }, { secrets, clock: systemClock });
  return checkCredentials(made.get(name)!);
}

/** The account of products and orders, as far as tenant.json identifies it. */
const accountOf = (settings: Supplier | undefined) => {
  const { kind, environment, url }: Record<string, unknown> = settings ?? {};
  return JSON.stringify([kind, environment, url]);
};
