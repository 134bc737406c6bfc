import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { schemaName } from "../../api/db/postgres.ts";
import { copyDatabase } from "../../api/db/sqlite-backup.ts";
import { readEnv, type Env } from "../../api/env.ts";
import { CommandError, defineCommand } from "../command.ts";
import { findEmbedded } from "../open-shop.ts";
import { runTool } from "../postgres-tools.ts";

const backup = defineCommand({
  name: "backup",
  args: ["BRAND", "FILE"],
  about: "Writes all of a brand's data into a new file, as it is at one moment, while the shop runs.",
  more: `
With SQLite the file is a database, with PostgreSQL what pg_dump writes (--format=custom); restore reads both. DATA_KEY,
which its codes need, is not in it. tenant.json and pictures are files of their own.`,
  async run({ args: { BRAND, FILE } }) {
    const env = readEnv();
    findEmbedded(env.TENANTS_DIR, BRAND);
    if (existsSync(FILE)) throw new CommandError(`${FILE} is there already; a backup overwrites nothing`);
    if (!existsSync(dirname(FILE))) throw new CommandError(`there is no folder ${dirname(FILE)}`);
    process.umask(0o077); // it holds names and addresses
    if (env.DATABASE_URL === undefined) await copyDatabase(join(env.DATA_DIR, `${BRAND}.db`), FILE);
    else dumpSchema(env.DATABASE_URL, BRAND, FILE);
    console.log(`${BRAND} is in ${FILE}.`);
  },
});

export const commands = [backup];

function dumpSchema(url: NonNullable<Env["DATABASE_URL"]>, brand: string, file: string) {
  const what = ["--format=custom", "--no-owner", "--no-privileges", `--schema=${schemaName(brand)}`];
  try {
    runTool("pg_dump", [...what, `--file=${file}`], url);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}
