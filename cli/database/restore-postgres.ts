import { text } from "node:stream/consumers";

import { pino } from "pino";

import { findRestoreProblem } from "../../api/audit/validate-restore.ts";
import { systemClock } from "../../api/base/clock.ts";
import { sealClaimLinks } from "../../api/catalogue/seal-claim-links.ts";
import type { TenantDatabase } from "../../api/db/database.ts";
import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { createPostgresSide, type PostgresSide } from "../../api/db/move/postgres-side.ts";
import { connectToServer } from "../../api/db/postgres/backup.ts";
import { createPostgresDatabases, schemaName } from "../../api/db/postgres/postgres.ts";
import { CommandError } from "../command/command.ts";
import { runTool } from "./postgres-tools.ts";
import type { RestoreRequest } from "./restore-sqlite.ts";

/** The purpose for which data are set aside without a move. */
const RESTORE = "restore";

/**
 * Restores the output of pg_dump beside the brand's data, checks it there, and replaces them. The shop may run, and the brand
 * closes for a moment. Returns the schema that holds the old data, if there were any. @throws CommandError
 */
export async function restorePostgres(
  env: NodeJS.ProcessEnv,
  { name: variable, url }: { name: string; url: string },
  request: RestoreRequest,
): Promise<string | undefined> {
  const { brand, file, read, mayReplace, stamp, keys } = request;
  const schema = schemaName(brand);
  const restored = `restoring_${schema}`;
  const whenMissing = () =>
    `awning restore ${brand} ${file} --stdout | pg_restore --single-transaction --exit-on-error --no-owner ` +
    `--no-privileges --dbname="$${variable}"\nwith the shop stopped, and without a schema ${schema}`;
  const dump: Dump = { env, url, read, whenMissing };
  const contents = await text(runTool("pg_restore", ["--list"], { env, input: read(), whenMissing }));
  if (!new RegExp(` SCHEMA - ${schema} `).test(contents)) {
    throw new CommandError(`${file} is not restored: it does not contain brand ${brand}`);
  }
  const side = createPostgresSide(url, brand);
  const server = await connectToServer(url);
  try {
    if (!(await side.lock())) throw new CommandError(`brand ${brand} is being moved or restored by another command`);
    await endEarlierRestore(side, brand);
    const hasOld = await server.hasSchema(schema);
    if (hasOld && !mayReplace) throw new CommandError(`brand ${brand} already has data; --replace sets it aside`);
    await server.dropSchema(restored);
    try {
      await loadDump(dump, { schema, restored, hasOld });
      await server.migrate(restored, brand);
      const problem = await server.withSchema(restored, (db) => findRestoreProblem(db, brand, keys));
      if (problem !== undefined) throw new CommandError(`${file} is not restored: ${problem}`);
      if (brand !== STAFF_ID) await sealLinks(server, restored, request);
    } catch (error) {
      await server.dropSchema(restored);
      throw error;
    }
    if (!hasOld) {
      await server.renameSchema(restored, schema);
      await announce(url, brand);
      return undefined;
    }
    const kept = `${schema}_replaced_${stamp.toLowerCase()}`;
    await side.setAside({ server: RESTORE, at: Date.now() });
    await side.replaceAside(restored, kept).catch(async (error: unknown) => {
      await side.bringBack();
      throw error;
    });
    await announce(url, brand);
    return `schema ${kept}`;
  } finally {
    await server.close();
    await side.close();
  }
}

/** Ends a restore that was killed while the brand was closed. */
async function endEarlierRestore(side: PostgresSide, brand: string) {
  const { state, to } = await side.look();
  if (state !== "aside" && state !== "gone") return;
  if (state === "gone" || to?.server !== RESTORE) throw new CommandError(`brand ${brand} has moved away from here`);
  await side.bringBack();
}

type Server = Awaited<ReturnType<typeof connectToServer>>;

/** Repeats a step of the start for the running shop: older versions kept claim links in clear. */
async function sealLinks(server: Server, restored: string, { brand, keys }: RestoreRequest) {
  await server.withSchema(restored, async (tx) => {
    const db: Pick<TenantDatabase, "read" | "transaction" | "eraseFreed"> = {
      read: tx,
      transaction: (run) => run(tx),
      eraseFreed: async () => {}, // PostgreSQL's files belong to the server
    };
    await sealClaimLinks({
      db,
      keys,
      tenant: { id: brand },
      log: pino({ level: "silent" }),
      clock: systemClock,
    });
  });
}

/** Notifies storefronts that their cached pages of the brand are outdated. */
async function announce(url: string, brand: string) {
  const databases = createPostgresDatabases(url, pino({ level: "silent" }));
  try {
    const db = await databases.open(brand);
    await db.announceCatalogue();
  } finally {
    await databases.close();
  }
}

/** A backup, and the settings of the programs that read it into a server. */
type Dump = { env: NodeJS.ProcessEnv; url: string; read: RestoreRequest["read"]; whenMissing(): string };

type Names = { schema: string; restored: string; hasOld: boolean };

/** Reads the backup into the schema `restored`. */
async function loadDump({ env, url, read, whenMissing }: Dump, names: Names) {
  const script = runTool("pg_restore", ["--no-owner", "--no-privileges", "--file=-"], {
    env,
    input: read(),
    whenMissing,
  });
  const how = ["--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", "--output=/dev/null"];
  await text(runTool("psql", how, { env, url, input: between(script, names), whenMissing }));
}

/**
 * The script makes the schema of the backup. In the same transaction, the brand's own schema is renamed before, and gets its name
 * back afterwards. So no program sees the change.
 */
async function* between(script: AsyncIterable<Buffer>, { schema, restored, hasOld }: Names): AsyncGenerator<Buffer> {
  const hidden = `hidden_${schema}`;
  if (hasOld) yield Buffer.from(`alter schema ${schema} rename to ${hidden};\n`);
  yield* script;
  yield Buffer.from(`\nalter schema ${schema} rename to ${restored};\n`);
  if (hasOld) yield Buffer.from(`alter schema ${hidden} rename to ${schema};\n`);
}
