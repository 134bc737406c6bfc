import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";

import { type BackupAbout, openBackup } from "../../api/db/sealed-backup.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { readEnv } from "../../api/env.ts";
import { CommandError, defineCommand } from "../command.ts";
import { findEmbedded, getKeys } from "../open-shop.ts";
import { restorePostgres } from "../restore-postgres.ts";
import { restoreSqlite } from "../restore-sqlite.ts";

const restore = defineCommand({
  name: "restore",
  args: ["BRAND", "FILE"],
  about: "Makes a brand's data what a backup holds. The shop must be stopped.",
  more: `
The backup is checked before anything changes: that it is whole and as it was made, that it is this brand's, that this
version knows its tables, that DATA_KEY opens its codes. What the brand had is kept beside it, and where is printed.`,
  options: {
    replace: { about: "also when the brand has data already" },
    "accept-unsigned": { about: "accept a backup of an older version, in which no change can be detected" },
    stdout: {
      about: "change nothing; write the decrypted content, which holds names and addresses, to standard output",
    },
  },
  async run({ args: { BRAND, FILE }, options }) {
    const env = readEnv();
    const { tenants } = findEmbedded(env.TENANTS_DIR, BRAND);
    if (!existsSync(FILE)) throw new CommandError(`cannot read ${FILE}: there is no such file`);
    const dataKeys = getKeys(env, tenants);
    const engine = env.DATABASE_URL === undefined ? "sqlite" : "postgres";
    const sealed = await openBackup(FILE, (brand) => createTenantKeys(dataKeys, brand));
    if (sealed === "plain" && !options["accept-unsigned"]) throw new CommandError(unsigned(FILE));
    if (sealed !== "plain") refuseOther(FILE, sealed, { brand: BRAND, engine });
    const read = () => (sealed === "plain" ? createReadStream(FILE) : sealed.read());
    for await (const _ of read()); // all of it is checked before the first byte is used
    if (options.stdout) return pipeline(read(), process.stdout, { end: false });
    const request = {
      brand: BRAND,
      file: FILE,
      read,
      keys: createTenantKeys(dataKeys, BRAND),
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

const unsigned = (file: string) =>
  `${file} is a backup of an older version, neither encrypted nor signed: nobody can tell whether it was changed. ` +
  "If you know where it has been since, --accept-unsigned restores it";

function refuseOther(file: string, { brand, engine }: BackupAbout, wanted: BackupAbout) {
  if (brand !== wanted.brand) throw new CommandError(`${file} is a backup of ${brand}, not of ${wanted.brand}`);
  if (engine === wanted.engine) return;
  const hint = engine === "postgres" ? "give DATABASE_URL" : "leave DATABASE_URL out";
  throw new CommandError(`${file} was made with ${engine}: to restore it, ${hint}`);
}
