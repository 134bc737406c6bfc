import { existsSync } from "node:fs";
import { readEnv } from "../../api/env.ts";
import { createTenantKeys } from "../../api/keys.ts";
import { CommandError, defineCommand } from "../command.ts";
import { findEmbedded, getKeys } from "../open-shop.ts";
import { restorePostgres } from "../restore-postgres.ts";
import { restoreSqlite } from "../restore-sqlite.ts";

const restore = defineCommand({
  name: "restore",
  args: ["BRAND", "FILE"],
  about: "Makes a brand's data what a backup holds. The shop must be stopped.",
  more: `
The backup is looked at before it counts: that it is whole, that this version knows its tables, that DATA_KEY opens its
codes. What the brand had is kept beside it, and where is printed.`,
  options: { replace: { about: "also when the brand has data already" } },
  async run({ args: { BRAND, FILE }, options }) {
    const env = readEnv();
    const { tenants } = findEmbedded(env.TENANTS_DIR, BRAND);
    if (!existsSync(FILE)) throw new CommandError(`cannot read ${FILE}: there is no such file`);
    process.umask(0o077);
    const request = {
      brand: BRAND,
      file: FILE,
      keys: createTenantKeys(getKeys(env, tenants), BRAND),
      mayReplace: options.replace === true,
      stamp: new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    };
    const kept =
      env.DATABASE_URL === undefined
        ? await restoreSqlite(env.DATA_DIR, request)
        : await restorePostgres(env.DATABASE_URL, request);
    console.log(`${BRAND} is what ${FILE} holds.${kept === undefined ? "" : ` What it had is kept as ${kept}.`}`);
  },
});

export const commands = [restore];
