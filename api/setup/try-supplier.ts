import { MissingSecret } from "../../config/brand/secrets.ts";
import { Unreachable } from "../base/unreachable.ts";
import { readBalance } from "../catalogue/read-balances.ts";
import { toRupees } from "../domain/pricing.ts";
import type { SupplierFinding, VoucherSupplier } from "../ports/voucher-supplier.ts";
import { listSupplierStates } from "../repositories/suppliers/supplier-states.ts";
import type { Shop } from "../shop/shop.ts";

/** Tries the credentials of one supplier of the brand and reads its balance. It buys nothing. */
export async function trySupplier(shop: Shop, name: string, supplier: VoucherSupplier): Promise<SupplierFinding[]> {
  const findings = await checkCredentials(supplier);
  if (findings.some(({ level }) => level === "error")) return findings;
  const read = await readBalance(shop, name);
  if ("problem" in read) return [...findings, { level: "warning", text: read.problem }];
  if (read.balance === null) return [...findings, await describeTold(shop, name)];
  return [...findings, { level: "ok", text: `balance ${toRupees(read.balance)} rupees` }];
}

/** The last known balance of a supplier without a query for it. */
async function describeTold({ db }: Shop, name: string): Promise<SupplierFinding> {
  const told = (await listSupplierStates(db.read)).find((state) => state.name === name);
  if (told?.balance == null || told.checked_at === null)
    return { level: "warning", text: "the prepaid balance is unknown: watch it on the supplier's side" };
  const at = new Date(told.checked_at).toISOString().replace(/\.\d+Z$/, "Z");
  return { level: "ok", text: `balance ${toRupees(told.balance)} rupees after the order of ${at}` };
}

/** Tries the credentials of a supplier, even if tenant.json does not name it yet. */
export async function checkCredentials(supplier: VoucherSupplier): Promise<SupplierFinding[]> {
  try {
    return await supplier.check();
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof MissingSecret)) throw error;
    return [{ level: "error", text: error.message }];
  }
}
