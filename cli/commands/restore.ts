import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";

import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { type BackupAbout, openBackup } from "../../api/db/sealed-backup.ts";
import { findServer } from "../../api/db/servers/servers.ts";
import { createTenantKeys } from "../../api/domain/keys.ts";
import { commandLine, note } from "../../api/staff/audit-trail.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { findData, getKeys } from "../command/open-shop.ts";
import { withStaffData } from "../command/open-staff.ts";
import { readEnv } from "../command/read-env.ts";
import { restorePostgres } from "../database/restore-postgres.ts";
import { restoreSqlite } from "../database/restore-sqlite.ts";

const restore = defineCommand({
  name: "restore",
  args: ["BRAND", "FILE"],
  more: `
The command first checks that the backup is complete and unchanged, that it belongs to this brand, that this
version knows its tables, and that DATA_KEY opens its codes. It keeps the brand's old data and prints where.
BRAND _staff stands for the console's staff and the audit: afterwards, awning audit verify --head tells whether entries
that you know of are gone.`,
  options: {
    replace: { about: "replace existing data of the brand" },
    "accept-unsigned": { about: "accept a backup of an older version, whose changes cannot be detected" },
    stdout: {
      about: "change nothing; print the decrypted content, which contains names and addresses",
    },
  },
  audited: "if possible",
  isUnnoted: (_options, { BRAND }) => BRAND === STAFF_ID, // otherwise a new database would be created before
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const env = readEnv(terminal);
    const { database, tenants } = findData(env.TENANTS_DIR, BRAND);
    const server = findServer(env, database);
    if (!existsSync(FILE)) throw new CommandError(`cannot read ${FILE}: there is no such file`);
    const dataKeys = getKeys(env, tenants);
    const engine = server.url === undefined ? "sqlite" : "postgres";
    const sealed = await openBackup(FILE, (brand) => createTenantKeys(dataKeys, brand));
    if (sealed === "plain" && !options["accept-unsigned"]) throw new CommandError(unsigned(FILE));
    if (sealed !== "plain") refuseOther(FILE, sealed, { brand: BRAND, engine }, server.name);
    const read = () => (sealed === "plain" ? createReadStream(FILE) : sealed.read());
    for await (const _ of read()); // checks all of it before using the first byte
    if (options.stdout) return pipeline(read(), terminal.stdout, { end: false });
    const request = {
      brand: BRAND,
      file: FILE,
      read,
      keys: createTenantKeys(dataKeys, BRAND),
      mayReplace: options.replace === true,
      stamp: new Date().toISOString().replace(/[-:]|\.\d+/g, ""),
    };
    const kept =
      server.url === undefined
        ? await restoreSqlite(env.DATA_DIR, request)
        : await restorePostgres(terminal.env, { name: server.name, url: server.url }, request);
    if (BRAND === STAFF_ID)
      await withStaffData(terminal, (data) =>
        note(data, commandLine(), { brand: null, act: "restore", subject: FILE }),
      );
    terminal.print(`Restored ${BRAND} from ${FILE}.${kept === undefined ? "" : ` The old data is kept as ${kept}.`}`);
  },
});

export const commands = [restore];

const unsigned = (file: string) =>
  `${file} is a backup of an older version, neither encrypted nor signed, so changes cannot be detected. ` +
  "If you trust where it was stored, --accept-unsigned restores it";

function refuseOther(file: string, { brand, engine }: BackupAbout, wanted: BackupAbout, server: string) {
  if (brand !== wanted.brand) throw new CommandError(`${file} is a backup of ${brand}, not of ${wanted.brand}`);
  if (engine === wanted.engine) return;
  const hint =
    engine === "postgres"
      ? `set "database" in its tenant.json to the variable of a PostgreSQL server`
      : `set "database": "sqlite" in its tenant.json`;
  throw new CommandError(`${file} was made with ${engine}: to restore it, ${hint} (${brand} is on ${server})`);
}
