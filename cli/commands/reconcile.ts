import { auditLedger } from "../../api/audit/ledger-audit.ts";
import { auditPayments } from "../../api/audit/payments-audit.ts";
import { systemClock } from "../../api/clock.ts";
import { defineCommand } from "../command.ts";
import { withDatabases } from "../open-shop.ts";
import { count, printJson } from "../print.ts";

const reconcile = defineCommand({
  name: "reconcile",
  args: ["[BRAND]"],
  about: "Compares orders, payments, coins and vouchers of one brand or of all; exit code 1 if they differ.",
  more: `
What the last daily comparison with the payment gateway has found is among the differences; awning payments compare asks the
gateway at once.`,
  options: { json: { about: "print the differences as JSON, by brand" } },
  async run({ args, options }) {
    const found: Record<string, string[]> = {};
    await withDatabases(args["[BRAND]"], async ({ id, payments }, db) => {
      const gateway = payments?.gateway ?? "sandbox";
      const now = systemClock.now();
      found[id] = [...(await auditLedger({ db })), ...(await auditPayments({ db: db.read, gateway, now }))];
    });
    if (options.json) printJson(found);
    else for (const [id, differences] of Object.entries(found)) printDifferences(id, differences);
    if (Object.values(found).some((differences) => differences.length > 0)) process.exitCode = 1;
  },
});

export const commands = [reconcile];

function printDifferences(id: string, differences: string[]) {
  for (const difference of differences) console.log(`${id}: ${difference}`);
  console.log(`${id}: ${count(differences.length, "difference")}`);
}
