import { auditLedger } from "../../api/audit/ledger-audit.ts";
import { auditPayments } from "../../api/audit/payments-audit.ts";
import { systemClock } from "../../api/base/clock.ts";
import { sumBooks } from "../../api/repositories/audit/sums.ts";
import { defineCommand } from "../command/command.ts";
import { withDatabases } from "../command/open-shop.ts";
import { amount, count, printJson } from "../command/print.ts";
import type { Terminal } from "../command/terminal.ts";

type Sums = Awaited<ReturnType<typeof sumBooks>>;
type Reconciled = { differences: string[]; sums: Sums | null };

const reconcile = defineCommand({
  name: "reconcile",
  args: ["[BRAND]"],
  more: `
What the last daily comparison with the payment gateway has found is among the differences; awning payments compare asks the
gateway at once. The sums of --sums are those of the months' reports together: cash in rupees, coins in coins.`,
  options: {
    sums: { about: "print the sums of the books, too" },
    json: { about: "print the differences as JSON, by brand; with --sums an object of differences and sums" },
  },
  async run({ args, options, terminal }) {
    const found: Record<string, Reconciled> = {};
    await withDatabases(terminal, args["[BRAND]"], async ({ id, payments }, db) => {
      const gateway = payments?.gateway ?? "sandbox";
      const now = systemClock.now();
      const differences = [...(await auditLedger({ db })), ...(await auditPayments({ db: db.read, gateway, now }))];
      found[id] = { differences, sums: options.sums ? await sumBooks(db.read) : null };
    });
    if (options.json)
      printJson(terminal, Object.fromEntries(Object.entries(found).map(([id, one]) => [id, toJson(one)])));
    else for (const [id, one] of Object.entries(found)) printReconciled(terminal, id, one);
    if (Object.values(found).some(({ differences }) => differences.length > 0)) terminal.fail();
  },
});

export const commands = [reconcile];

const toJson = ({ differences, sums }: Reconciled) =>
  sums === null ? differences : { differences, sums: Object.fromEntries(listSums(sums)) };

function printReconciled(terminal: Terminal, id: string, { differences, sums }: Reconciled) {
  for (const difference of differences) terminal.print(`${id}: ${difference}`);
  for (const [name, sum] of sums === null ? [] : listSums(sums)) terminal.print(`${id}: ${name.padEnd(18)}${sum}`);
  terminal.print(`${id}: ${count(differences.length, "difference")}`);
}

/** Rupees and coins, under the names of the monthly reports. */
const listSums = ({ orders, coins, ...sums }: Sums): [name: string, sum: number][] => [
  ["orders", orders],
  ...Object.entries(sums).map(([name, paise]): [string, number] => [name, amount(paise)]),
  ...Object.entries(coins).map(([name, hundredths]): [string, number] => [`coins_${name}`, amount(hundredths)]),
];
