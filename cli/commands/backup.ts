import { createReadStream, createWriteStream, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";

import type { Env } from "../../api/base/env.ts";
import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { schemaName } from "../../api/db/postgres/postgres.ts";
import { sealBackup } from "../../api/db/sealed-backup.ts";
import { findServer, type Server } from "../../api/db/servers/servers.ts";
import { copyDatabase, syncToDisk } from "../../api/db/sqlite/backup.ts";
import { DAY_MS } from "../../api/domain/days.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { explainFailure } from "../command/explain-failure.ts";
import { runNoted } from "../command/note-command.ts";
import { findData, getKeys, listEmbedded } from "../command/open-shop.ts";
import { readEnv } from "../command/read-env.ts";
import type { Terminal } from "../command/terminal.ts";
import { runTool } from "../database/postgres-tools.ts";

const backup = defineCommand({
  name: "backup",
  args: ["BRAND", "[FILE]"],
  more: `
The file is encrypted and authenticated with a key derived from DATA_KEY: restore refuses a file that was changed, and
without DATA_KEY the backup is lost. It does not contain tenant.json and pictures, which are files. BRAND _staff stands for the
console's staff and the audit.`,
  options: {
    to: { value: "-", about: "in place of FILE: write to standard output; only exit code 0 means that it is complete" },
    stdin: { about: "seal the output of pg_dump from standard input" },
  },
  audited: "if possible",
  async run({ args: { BRAND, "[FILE]": FILE }, options, terminal }) {
    const file = chooseFile(FILE, options.to);
    if (file === undefined && terminal.stdout.isTTY)
      throw new CommandError("a backup is not text for a terminal; redirect it, as in: --to - > BRAND.backup");
    await backUp(terminal, BRAND, file, options.stdin === true);
  },
});

const backups = defineCommand({
  name: "backups",
  args: ["FOLDER"],
  more: `
For a daily job: a file BRAND-DATE.backup for each brand and for the console's staff, as of awning backup. A brand that fails
keeps all of its files, and the exit code is 1.`,
  options: { keep: { value: "DAYS", about: "delete files of this command that are older", read: checkDays } },
  audited: "itself",
  async run({ args: { FOLDER }, options: { keep }, terminal }) {
    const env = readEnv(terminal);
    const brands = listEmbedded(terminal, env.TENANTS_DIR).map(({ id }) => id);
    for (const brand of [...brands, ...(hasStaff(env) ? [STAFF_ID] : [])]) {
      const file = join(FOLDER, `${brand}-${new Date().toISOString().slice(0, 16).replace(":", "")}Z.backup`);
      const act = { brand: brand === STAFF_ID ? null : brand, act: "backup", subject: file };
      try {
        await runNoted(terminal, act, true, () => backUp(terminal, brand, file, false));
        if (keep !== undefined) deleteOld(FOLDER, brand, Number(keep));
      } catch (error) {
        const line = error instanceof CommandError ? error.message : explainFailure(error);
        if (line === undefined) throw error;
        terminal.printError(`awning: ${brand} has no backup: ${line}`);
        terminal.fail();
      }
    }
  },
});

export const commands = [backup, backups];

/** @param file undefined for standard output. @throws CommandError */
async function backUp(terminal: Terminal, brand: string, file: string | undefined, isPiped: boolean) {
  const env = readEnv(terminal);
  const { database, tenants } = findData(env.TENANTS_DIR, brand);
  const server = findServer(env, database);
  const keys = createTenantKeys(getKeys(env, tenants), brand);
  if (file !== undefined) refuseTaken(file);
  if (isPiped && server.url === undefined)
    throw new CommandError(`--stdin takes the output of pg_dump, but the data of ${brand} are in SQLite`);
  const engine = server.url === undefined ? "sqlite" : "postgres";
  const plain = isPiped ? terminal.stdin : readData(terminal, env.DATA_DIR, server, brand, file ?? "--to -");
  const sealed = sealBackup(plain, keys, { brand, engine });
  if (file === undefined) {
    await writeOut(terminal, sealed);
    terminal.printError(`Backed up ${brand} to standard output.`);
  } else {
    await writeWhole(file, sealed);
    terminal.print(`Backed up ${brand} to ${file}.`);
  }
}

function checkDays(typed: string): string {
  if (!/^[1-9]\d{0,4}$/.test(typed)) throw new UsageError(`--keep takes a whole number of days, not "${typed}"`);
  return typed;
}

/** A deployment without a console on SQLite has no such file. */
const hasStaff = (env: Env) =>
  findServer(env, undefined).url !== undefined || existsSync(join(env.DATA_DIR, `${STAFF_ID}.db`));

/** Deletes the files of awning backups whose names are older than `days`. */
function deleteOld(folder: string, brand: string, days: number) {
  const since = new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 16).replace(":", "");
  for (const name of readdirSync(folder)) {
    const [, of, at] = /^(.+)-(\d{4}-\d\d-\d\dT\d{4})Z\.backup$/.exec(name) ?? [];
    if (of === brand && at! < since) rmSync(join(folder, name));
  }
}

/** Undefined for standard output. @throws UsageError */
function chooseFile(file: string | undefined, to: string | undefined): string | undefined {
  if (to === undefined) {
    if (file === undefined) throw new UsageError("FILE or --to - is missing");
    return file;
  }
  if (file !== undefined) throw new UsageError("FILE and --to exclude each other");
  if (to !== "-") throw new UsageError(`--to takes only "-", for standard output`);
  return undefined;
}

function refuseTaken(file: string) {
  if (existsSync(file)) throw new CommandError(`${file} already exists; a backup never overwrites a file`);
  if (!existsSync(dirname(file))) throw new CommandError(`there is no folder ${dirname(file)}`);
}

/** `target`: as on the command line. */
const readData = ({ env }: Terminal, dataDir: string, server: Server, brand: string, target: string) =>
  server.url === undefined ? readCopy(dataDir, brand) : dumpSchema(env, server as UrlServer, brand, target);

/** The copy is not encrypted, so it stays beside the database and is deleted once it is read. */
async function* readCopy(dataDir: string, brand: string): AsyncGenerator<Buffer> {
  const database = join(dataDir, `${brand}.db`);
  if (!existsSync(database)) throw new CommandError(`there is no database ${database}`);
  const folder = mkdtempSync(join(dataDir, ".backup-"));
  try {
    const copy = join(folder, `${brand}.db`);
    await copyDatabase(database, copy);
    yield* createReadStream(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type UrlServer = Server & { url: string };

function dumpSchema(env: NodeJS.ProcessEnv, { name, url }: UrlServer, brand: string, target: string) {
  const args = ["--format=custom", "--no-owner", "--no-privileges", `--schema=${schemaName(brand)}`];
  const whenMissing = (command: string) => `${command} | awning backup ${brand} ${target} --stdin`;
  return runTool("pg_dump", args, { env, url, variable: name, whenMissing });
}

/** Writes the whole file or nothing; it is synced to disk when this resolves. */
async function writeWhole(file: string, content: AsyncIterable<Buffer>) {
  const partial = `${file}.partial`;
  try {
    await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
    syncToDisk(partial);
    renameSync(partial, file);
    syncToDisk(dirname(file));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function writeOut({ stdout }: Terminal, content: AsyncIterable<Buffer>) {
  try {
    await pipeline(content, stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
    throw new CommandError("the backup is incomplete: standard output was closed before its end");
  }
}
