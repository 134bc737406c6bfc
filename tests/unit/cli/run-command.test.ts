import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { defineCommand } from "../../../cli/command/command.ts";
import { openTerminal } from "../../../cli/command/terminal.ts";
import { runCommand } from "../../../cli/run-command.ts";
import { openStreams, runCli } from "../../helpers/cli/cli.ts";

// Commands that change something open the audit first.
let dataDir: string;
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), "awning-test-"))));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** What a command prints that needs no shop. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.replace(/\n$/, "");
}

test.each([
  [["order"], 'there is no command "order"; awning --help lists them'],
  [["constructor"], 'there is no command "constructor"; awning --help lists them'],
  [["orders", "remove"], "awning orders must be followed by list or show"],
  [["orders", "list"], "BRAND is missing; see awning orders list --help"],
  [["orders", "list", "acme", "again"], 'unexpected argument "again"; see awning orders list --help'],
  [["orders", "list", "acme", "--fast"], "Unknown option '--fast'; see awning orders list --help"],
  [["orders", "list", "acme", "--limit"], "Option '--limit <value>' argument missing; see awning orders list"],
  [["orders", "list", "acme", "--status", "lost"], "--status must be one of pending, paid, "],
  [["orders", "list", "acme", "--limit", "0"], "--limit must be a whole number from 1 to "],
  [["coins", "grant", "acme", "a@b.test", "5"], "--reason is missing; see awning coins grant --help"],
  [["coins", "grant", "acme", "a@b.test", "5", "--reason", " "], "--reason is empty"],
  [["coins", "grant", "acme", "a@b.test", "5", "--reason", "two\nlines"], "--reason must be one line of at most 200"],
  [["staff", "reset", "a@staff.test"], "--reason is missing; see awning staff reset --help"],
  [["staff", "disable", "a@staff.test"], "--reason is missing; see awning staff disable --help"],
  [["staff", "disable", "a@staff.test", "--reason", ""], "--reason is empty"],
  [["orders", "review", "release", "acme", "ORD1"], "--reason is missing; see awning orders review release --help"],
  [["orders", "review", "refund", "acme", "ORD1"], "--reason is missing; see awning orders review refund --help"],
  [["coins", "grant", "acme", "a@b.test", "1.005", "--reason", "x"], "N must be a number of coins above 0"],
  [["coins", "grant", "acme", "a@b.test", "0", "--reason", "x"], "N must be a number of coins above 0"],
  [["coins", "grant", "acme", "a@b.test", "-5", "--reason", "x"], "N must be a number of coins above 0"],
  [["coins", "grant", "acme", "a@b.test", "-0.5", "--reason", "x"], "N must be a number of coins above 0"],
  [["backup", "acme"], "FILE or --to - is missing; see awning backup --help"],
  [["backup", "acme", "acme.backup", "--to", "-"], "FILE and --to exclude each other"],
  [["backup", "acme", "--to", "acme.backup"], '--to takes only "-", for standard output'],
  [["coupons", "create", "acme"], "--coins is missing"],
  [["coupons", "create", "acme", "--coins", "5", "--count", "0"], "--count must be a whole number from 1 to 10000"],
  [
    ["coupons", "create", "acme", "--coins", "5", "--expires", "31-31-2999"],
    "--expires must be a day such as 2027-03-31",
  ],
  [
    ["coupons", "create", "acme", "--coins", "5", "--expires", "2027-02-30"],
    "--expires must be a day such as 2027-03-31",
  ],
  [["brand", "new", "maple", "--hostname", "maple.localhost"], "--name is missing"],
  // Whichever is first loads the commands.
])("refuses %j in one line", async (args, line) => {
  const { code, stdout, stderr } = await runCli(args, { env: { DATA_DIR: dataDir } });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^awning: [^\n]+\n$/);
  expect(stderr).toContain(line);
});

test("writes no backup to a terminal", async () => {
  const streams = openStreams({ env: { DATA_DIR: dataDir } });
  Object.assign(streams.stdout, { isTTY: true });
  expect(await runCommand(["backup", "acme", "--to", "-"], streams)).toBe(1);
  expect(streams.stderr.text).toContain("a backup is not text for a terminal");
});

test("--version prints the package's version", async () => {
  expect(await printed("--version")).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
});

test("accepts an id that begins with a dash", async () => {
  const seen: unknown[] = [];
  const options = { all: { about: "everything" } };
  const run = async (call: unknown) => void seen.push(call);
  const { terminal } = openTerminal(openStreams());
  const command = defineCommand({ name: "orders show", args: ["ORDER"], options, run });
  for (const id of ["-wgaeegcNbx6VLy5ZfTlLg", "--gaeegcNbx6VLy5ZfTl-_"]) {
    await command.run(["--all", id], terminal);
    expect({ ...(seen.at(-1) as { options: object }).options }).toEqual({ all: true });
    expect(seen.at(-1)).toMatchObject({ args: { ORDER: id } });
  }
});

test("accepts an option whose value begins with a dash", async () => {
  const seen: unknown[] = [];
  const head = { value: "HASH", about: "a head" };
  const run = async ({ options }: { options: { head?: string } }) => void seen.push(options.head);
  const { terminal } = openTerminal(openStreams());
  const command = defineCommand({ name: "audit verify", args: [], options: { head }, run });
  const values = ["-A7uaCRbDAZ5-eTFWQ87ALEIuxGRDLuDPJgp40xhxwA", "--7uaCRbDAZ5-eTFWQ87ALEIuxGRDLuDPJgp40xhxwA", "-5"];
  for (const value of values) await command.run(["--head", value], terminal);
  expect(seen).toEqual(values);
});

test("help shows only optional arguments in brackets", async () => {
  const usage = async (...name: string[]) => (await printed(...name, "--help")).split("\n")[0];
  expect(await usage("coins", "grant")).toBe("Usage: awning coins grant BRAND EMAIL N --reason TEXT");
  expect(await usage("coupons", "create")).toContain("BRAND --coins N [--count K]");
  expect(await usage("brand", "new")).toContain("NAME --hostname H --name TEXT [--email E]");
});

test("every command has help, and the list names every command", async () => {
  const all = await printed("--help");
  expect(await printed()).toBe(all);
  const names = [...all.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?) {2,}\S/gm)].map(([, name]) => name!);
  expect(names).toEqual([
    "audit list",
    "audit verify",
    "backup",
    "backups",
    "brand new",
    "catalogue import",
    "catalogue export",
    "catalogue sync",
    "check",
    "coins grant",
    "coins take",
    "conform",
    "coupons create",
    "database secure",
    "gifts resend",
    "imports list",
    "imports undo",
    "keys list",
    "keys rotate",
    "messages list",
    "messages check",
    "messages set",
    "messages unset",
    "messages test",
    "move",
    "orders list",
    "orders show",
    "payments set",
    "payments compare",
    "payments waiting",
    "payments confirm",
    "payments correct",
    "payments import",
    "reconcile",
    "refunds list",
    "refunds send",
    "restore",
    "selling stops",
    "selling resume",
    "shoppers disable",
    "shoppers enable",
    "shoppers sign-out",
    "shoppers export",
    "shoppers erase",
    "simulate",
    "staff invite",
    "staff list",
    "staff reset",
    "staff disable",
    "staff enable",
    "stock add",
    "stock list",
    "stock duplicates",
    "suppliers list",
    "suppliers check",
    "suppliers orders",
    "vouchers resend",
    "webhooks list",
    "webhooks show",
    "webhooks replay",
  ]);
  for (const name of names) {
    const help = await printed(...name.split(" "), "--help");
    expect(help).toMatch(new RegExp(`^Usage: awning ${name}\\b`));
    expect(help).not.toContain("undefined");
  }
});
