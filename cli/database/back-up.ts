import { createReadStream, createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";

import { schemaName } from "../../api/db/postgres/postgres.ts";
import { sealBackup } from "../../api/db/sealed-backup.ts";
import { findServer, type Server } from "../../api/db/servers/servers.ts";
import { copyDatabase, syncToDisk } from "../../api/db/sqlite/backup.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { CommandError } from "../command/command.ts";
import { findData, getKeys } from "../command/open-shop.ts";
import { readEnv } from "../command/read-env.ts";
import type { Terminal } from "../command/terminal.ts";
import { runTool } from "./postgres-tools.ts";

/**
 * Writes the encrypted data of a brand, or of the staff.
 * @param file undefined for standard output
 * @param isPiped true if standard input is the output of pg_dump
 * @throws CommandError
 */
export async function backUp(terminal: Terminal, brand: string, file: string | undefined, isPiped: boolean) {
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
