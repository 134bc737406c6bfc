import { listSecrets, secretVariable } from "../../../../config/brand/secrets.ts";
import { notFound } from "../../../base/error.ts";
import { folderOf } from "../../../brand/folder-files.ts";
import { whyReadOnly } from "../../../brand/why-read-only.ts";
import { parse, Text } from "../../../http/parse.ts";
import { compareWithSuppliers } from "../../../jobs/ask-for-jobs.ts";
import { listSupplierStates } from "../../../repositories/suppliers/supplier-states.ts";
import { maySimulate } from "../../../setup/addresses.ts";
import { trySupplier } from "../../../setup/try-supplier.ts";
import { SUPPLIER_SECRETS } from "../../../suppliers/create-suppliers.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { readSuppliers, toTexts } from "./supplier-body.ts";

const PAISE = 100;

/** The brand's suppliers, like `awning suppliers list` and `check`, and `awning catalogue sync`. */
export const supplierRoutes: readonly BrandRoute[] = [
  { method: "get", path: "/suppliers", permission: "brand.read", handle: list },
  {
    method: "post",
    path: "/suppliers/compare",
    permission: "catalogue.edit",
    async handle({ shop, member, audit }) {
      const act = { act: "suppliers.check", subject: shop.tenant.id };
      return { job: await audit(act, () => compareWithSuppliers(shop, member.email)) };
    },
  },
  {
    method: "post",
    path: "/suppliers/:supplier/try",
    permission: "brand.edit",
    async handle({ shop, req, audit }) {
      const name = parse(Text(64), req.params.supplier);
      const supplier = shop.suppliers.get(name);
      if (supplier === undefined) throw notFound();
      const act = { act: "supplier.try", subject: name };
      return { findings: await audit(act, () => trySupplier(shop, name, supplier)) };
    },
  },
];

/** The variable with the address to which the supplier's secrets go. */
const addressVariable = (brand: string, name: string) => secretVariable("SUPPLIER", [brand, name], "URL");

async function list({ shop, staff }: BrandCall) {
  const { tenant, db } = shop;
  const { files, seen, suppliers } = readSuppliers(staff, tenant);
  const states = new Map((await listSupplierStates(db.read)).map((state) => [state.name, state]));
  return {
    suppliers: Object.entries(suppliers).map(([name, settings]) => {
      const { kind, lowFloatRupees } = settings;
      const { balance = null, is_low: isLow = 0, checked_at = null, problem = null } = states.get(name) ?? {};
      return {
        name,
        kind,
        balance,
        is_low: isLow === 1,
        low_below: lowFloatRupees * PAISE,
        checked_at,
        problem,
        settings: toTexts(settings),
        address_variable: addressVariable(tenant.id, name),
        secrets: listSecrets(staff.secrets, "SUPPLIER", [tenant.id, name], SUPPLIER_SECRETS[kind]),
      };
    }),
    seen,
    read_only: whyReadOnly(folderOf(staff, tenant.id), files),
    may_simulate: maySimulate(tenant),
    address_variable: addressVariable(tenant.id, "NAME"),
  };
}
