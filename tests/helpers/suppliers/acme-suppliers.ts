import { KEY_ID, type ScriptedSupplier, SECRET } from "./scripted-supplier.ts";

/** The options of startTestApi for tenant acme with these suppliers behind our own contract. */
export const acmeSuppliers = (suppliers: Record<string, ScriptedSupplier>, more: object = {}) => ({
  tenants: ["acme"],
  settings: {
    acme: {
      suppliers: Object.fromEntries(
        Object.entries(suppliers).map(([name, { url }]) => [
          name,
          { kind: "http", url, refundAfterMinutes: 120, lowFloatRupees: 1_000, ...more },
        ]),
      ),
    },
  },
  secrets: Object.fromEntries(
    Object.keys(suppliers).flatMap((name) => [
      [`SUPPLIER_ACME_${name.toUpperCase()}_KEY_ID`, KEY_ID],
      [`SUPPLIER_ACME_${name.toUpperCase()}_SECRET`, SECRET],
    ]),
  ),
});
