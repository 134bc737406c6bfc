import { createReadStream, createWriteStream, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";

import { schemaName } from "../../api/db/postgres/postgres.ts";
import { sealBackup } from "../../api/db/sealed-backup.ts";
import { copyDatabase, syncToDisk } from "../../api/db/sqlite/backup.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { type Env, readEnv } from "../../api/env.ts";
import { CommandError, defineCommand } from "../command.ts";
import { findEmbedded, getKeys } from "../open-shop.ts";
import { runTool } from "../postgres-tools.ts";

const backup = defineCommand({
  name: "backup",
  args: ["BRAND", "FILE"],
  about: "Writes all of a brand's data into a new, encrypted file, as it is at one moment, while the shop runs.",
  more: `
The file is encrypted and authenticated with a key derived from DATA_KEY: restore refuses a file that was changed, and
without DATA_KEY the backup is lost. tenant.json and pictures are files of their own.`,
  options: { stdin: { about: "seal what pg_dump writes to standard input" } },
  async run({ args: { BRAND, FILE }, options }) {
    const env = readEnv();
    const { tenants } = findEmbedded(env.TENANTS_DIR, BRAND);
    const keys = createTenantKeys(getKeys(env, tenants), BRAND);
    if (existsSync(FILE)) throw new CommandError(`${FILE} is there already; a backup overwrites nothing`);
    if (!existsSync(dirname(FILE))) throw new CommandError(`there is no folder ${dirname(FILE)}`);
    if (options.stdin && env.DATABASE_URL === undefined) throw new CommandError("--stdin needs DATABASE_URL");
    const engine = env.DATABASE_URL === undefined ? "sqlite" : "postgres";
    const plain = options.stdin ? process.stdin : readData(env, BRAND, FILE);
    await writeWhole(FILE, sealBackup(plain, keys, { brand: BRAND, engine }));
    console.log(`${BRAND} is in ${FILE}.`);
  },
});

export const commands = [backup];

const readData = (env: Env, brand: string, file: string) =>
  env.DATABASE_URL === undefined ? readCopy(env.DATA_DIR, brand) : dumpSchema(env.DATABASE_URL, brand, file);

/** The copy is plain, so it lies beside the database for as long as it is read. */
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

function dumpSchema(url: string, brand: string, file: string) {
  const args = ["--format=custom", "--no-owner", "--no-privileges", `--schema=${schemaName(brand)}`];
  const whenMissing = (command: string) => `${command} | awning backup ${brand} ${file} --stdin`;
  return runTool("pg_dump", args, { url, whenMissing });
}

/** On the disk when this resolves, whole or not at all. */
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
