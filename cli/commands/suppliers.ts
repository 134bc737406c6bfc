import { DAY_MS } from "../../api/domain/days.ts";
import type { SupplierFinding } from "../../api/ports/voucher-supplier.ts";
import { listSupplierStates } from "../../api/repositories/suppliers/supplier-states.ts";
import { listOpenSupplyOrders } from "../../api/repositories/suppliers/supply-orders.ts";
import { trySupplier } from "../../api/setup/try-supplier.ts";
import { defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { amount, JSON_OPTION, printJson, printList, time } from "../command/print.ts";

const WEEK_MS = 7 * DAY_MS;

const list = defineCommand({
  name: "suppliers list",
  args: ["BRAND"],
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const rows = await withShop(terminal, BRAND, async ({ db, tenant }) =>
      (await listSupplierStates(db.read))
        .filter(({ is_configured }) => is_configured === 1)
        .map(({ name, balance, is_low, checked_at, problem }) => ({
          supplier: name,
          kind: tenant.suppliers[name]!.kind,
          balance: balance === null ? null : amount(balance),
          low_below: tenant.suppliers[name]!.lowFloatRupees,
          state: is_low === 1 ? "low: sold out" : balance === null ? "selling; balance unknown" : "selling",
          read_at: checked_at === null ? null : time(checked_at),
          problem,
        })),
    );
    printList(terminal, rows, { json: options.json, whenEmpty: "No suppliers in tenant.json." });
  },
});

const check = defineCommand({
  name: "suppliers check",
  args: ["BRAND"],
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const findings = await withShop(terminal, BRAND, async (shop) => {
      const all: (SupplierFinding & { supplier: string })[] = [];
      for (const [name, supplier] of shop.suppliers)
        all.push(...(await trySupplier(shop, name, supplier)).map((finding) => ({ supplier: name, ...finding })));
      return all;
    });
    if (findings.some(({ level }) => level === "error")) terminal.fail();
    if (options.json) return printJson(terminal, findings);
    for (const { supplier, level, text } of findings) terminal.print(`${supplier}: ${level}: ${text}`);
    if (findings.length === 0) terminal.print("No suppliers in tenant.json.");
  },
});

const orders = defineCommand({
  name: "suppliers orders",
  args: ["BRAND"],
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const rows = await withShop(terminal, BRAND, ({ db, clock }) =>
      listOpenSupplyOrders(db.read, clock.now() - WEEK_MS),
    );
    printList(
      terminal,
      rows.map((row) => ({
        order: row.order_number,
        product: row.product,
        supplier: row.supplier,
        our_ref: row.ref,
        their_ref: row.supplier_ref,
        state: row.state,
        cards: `${row.issued} of ${row.quantity}`,
        reason: row.reason,
        tries: row.tries,
        placed_at: time(row.created_at),
        next_try_at: row.next_try_at === null ? null : time(row.next_try_at),
      })),
      { json: options.json, whenEmpty: "No open orders with suppliers." },
    );
  },
});

export const commands = [list, check, orders];
