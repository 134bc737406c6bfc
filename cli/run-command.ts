import { readFileSync } from "node:fs";

import { type Command, CommandError, UsageError } from "./command/command.ts";
import { explainFailure } from "./command/explain-failure.ts";
import { SUMMARIES } from "./command/summaries.ts";
import { openTerminal, type Streams, type Terminal } from "./command/terminal.ts";

/** One file for each family of commands; only the requested one is loaded. */
const FAMILIES: Record<string, () => Promise<{ commands: Command[] }>> = {
  audit: () => import("./commands/audit.ts"),
  backup: () => import("./commands/backup.ts"),
  backups: () => import("./commands/backups.ts"),
  brand: () => import("./commands/brand.ts"),
  catalogue: () => import("./commands/catalogue.ts"),
  check: () => import("./commands/check.ts"),
  coins: () => import("./commands/coins.ts"),
  conform: () => import("./commands/conform.ts"),
  coupons: () => import("./commands/coupons.ts"),
  database: () => import("./commands/database.ts"),
  gifts: () => import("./commands/gifts.ts"),
  imports: () => import("./commands/imports.ts"),
  keys: () => import("./commands/keys.ts"),
  messages: () => import("./commands/messages.ts"),
  move: () => import("./commands/move.ts"),
  orders: () => import("./commands/orders.ts"),
  payments: () => import("./commands/payments.ts"),
  reconcile: () => import("./commands/reconcile.ts"),
  refunds: () => import("./commands/refunds.ts"),
  restore: () => import("./commands/restore.ts"),
  selling: () => import("./commands/selling.ts"),
  shoppers: () => import("./commands/shoppers.ts"),
  simulate: () => import("./commands/simulate.ts"),
  staff: () => import("./commands/staff.ts"),
  stock: () => import("./commands/stock.ts"),
  suppliers: () => import("./commands/suppliers.ts"),
  vouchers: () => import("./commands/vouchers.ts"),
  webhooks: () => import("./commands/webhooks.ts"),
};

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/**
 * Runs the command in the arguments of `awning`, and prints its errors.
 * @returns the exit code
 * @throws bugs
 */
export async function runCommand(args: string[], streams: Streams): Promise<number> {
  const { terminal, hasFailed } = openTerminal(streams);
  try {
    await findAndRun(args, terminal);
    return hasFailed() ? EXIT_FAILED : 0;
  } catch (error) {
    const line = error instanceof CommandError ? error.message : explainFailure(error);
    if (line === undefined) throw error;
    terminal.printError(`awning: ${line}`);
    return error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
  }
}

async function findAndRun(args: string[], terminal: Terminal): Promise<void> {
  if (args[0] === "--version") return terminal.print(readVersion());
  const isHelp = args.includes("--help") || args.includes("-h");
  const load = Object.hasOwn(FAMILIES, args[0] ?? "") ? FAMILIES[args[0]!] : undefined;
  if (load === undefined) {
    if (args[0] === undefined || isHelp) return terminal.print(describeAll());
    throw new UsageError(`there is no command "${args[0]}"; awning --help lists them`);
  }
  const { commands } = await load();
  const command = commands.find(({ name }) => name === args.slice(0, name.split(" ").length).join(" "));
  if (command === undefined && isHelp) return terminal.print(commands.map(({ help }) => help).join("\n\n\n"));
  if (command === undefined) {
    throw new UsageError(
      `awning ${args[0]} must be followed by ${commands.map(({ name }) => name.split(" ").slice(1).join(" ")).join(" or ")}`,
    );
  }
  if (isHelp) return terminal.print(command.help);
  const { noteCommand } = await import("./command/note-command.ts");
  try {
    await command.run(args.slice(command.name.split(" ").length), terminal, noteCommand(command, terminal));
  } catch (error) {
    if (error instanceof UsageError) error.message += `; see awning ${command.name} --help`;
    throw error;
  }
}

function readVersion(): string {
  const file = new URL("../package.json", import.meta.url);
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

/** Every command, by family. */
export async function listCommands(): Promise<Command[]> {
  const families = await Promise.all(Object.values(FAMILIES).map((load) => load()));
  return families.flatMap(({ commands }) => commands);
}

function describeAll(): string {
  const width = Math.max(...Object.keys(SUMMARIES).map((name) => name.length));
  return [
    "Usage: awning COMMAND",
    Object.entries(SUMMARIES)
      .map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`)
      .join("\n"),
    "Run it with the shop's environment: TENANTS_DIR, DATA_DIR, DATABASE_URL, DATA_KEY. COMMAND --help explains a command; --version prints the version of Awning.",
  ].join("\n\n");
}
