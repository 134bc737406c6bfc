import { killDuringPurchases } from "../../tests/helpers/suppliers/killed-purchases.ts";
import { SUPPLIER_KINDS } from "../../tests/helpers/suppliers/simulated-suppliers.ts";
import type { Row } from "../table.ts";

/** Buys from each supplier while the API is killed and answers are lost. The supplier's books must then equal the shop's. */
export async function supplierKills(count = Number(process.env.N ?? 20)): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of SUPPLIER_KINDS) {
    const { orders, booked, differences } = await killDuringPurchases({
      kind,
      kills: count,
      random: Math.random,
      hangs: true,
    });
    for (const difference of differences.slice(0, 5)) console.error(difference);
    rows.push({
      what: `${count} kill -9 of the API during purchases from ${kind}: differences between its books and ours`,
      value: differences.length,
      unit: "",
      goal: 0,
      detail: `${orders} orders, ${booked} sold by the supplier`,
    });
  }
  return rows;
}
