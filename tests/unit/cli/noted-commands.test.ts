import { expect, test } from "vitest";

import { defineCommand } from "../../../cli/command/command.ts";
import { SUMMARIES } from "../../../cli/command/summaries.ts";
import { openTerminal } from "../../../cli/command/terminal.ts";
import { listCommands } from "../../../cli/run-command.ts";
import { openStreams } from "../../helpers/cli/cli.ts";

/** They change nothing of the shop's, and hand out no data that a brand's pages do not show its staff. */
const READ_ONLY = [
  "audit list",
  "audit verify",
  "catalogue export",
  "check",
  "conform",
  "keys list",
  "messages check",
  "messages list",
  "orders list",
  "orders show",
  "imports list",
  "orders review list",
  "payments waiting",
  "reconcile",
  "refunds list",
  "selling stops",
  "simulate",
  "staff list",
  "stock duplicates",
  "stock list",
  "suppliers list",
  "suppliers check",
  "suppliers orders",
  "webhooks list",
  "webhooks show",
];

/** They repair databases, so they run also where the entry cannot be written. */
const REPAIRS = ["backup", "brand new", "database secure", "keys rotate", "move", "restore"];

test("--help lists every command, and no other", async () => {
  const names = (await listCommands()).map(({ name }) => name);
  expect(names.sort()).toEqual(Object.keys(SUMMARIES).sort());
});

test("every command that changes something is noted in the audit", async () => {
  const commands = await listCommands();
  const named = (audited: string | undefined) =>
    commands.filter((command) => command.audited === audited).map(({ name }) => name);
  expect(named(undefined).sort()).toEqual(READ_ONLY.sort());
  expect(named("if possible").sort()).toEqual(REPAIRS);
  // The last one has an entry for each brand.
  expect(named("itself").filter((name) => !name.startsWith("staff "))).toEqual(["backups"]);
});

test("a trial is not noted, and a change is noted before it happens", async () => {
  const done: string[] = [];
  const command = defineCommand({
    name: "coins grant",
    args: ["BRAND"],
    options: { apply: { about: "do it" }, reason: { value: "TEXT", about: "why" } },
    audited: "always",
    isUnnoted: ({ apply }) => apply !== true,
    run: async () => void done.push("run"),
  });
  const note = async (asked: object, run: () => Promise<void>) => {
    done.push(JSON.stringify(asked));
    await run();
  };
  const { terminal } = openTerminal(openStreams());
  await command.run(["acme"], terminal, note);
  await command.run(["acme", "--apply", "--reason", "late"], terminal, note);
  expect(done).toEqual(["run", '{"BRAND":"acme","apply":true,"reason":"late"}', "run"]);
});
