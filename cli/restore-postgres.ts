import { text } from "node:stream/consumers";

import { pino } from "pino";

import { findRestoreProblem } from "../api/audit/validate-restore.ts";
import { connectToServer } from "../api/db/postgres/backup.ts";
import { createPostgresDatabases, schemaName } from "../api/db/postgres/postgres.ts";
import { CommandError } from "./command.ts";
import { runTool } from "./postgres-tools.ts";
import type { RestoreRequest } from "./restore-sqlite.ts";

/** Restores what pg_dump wrote and answers the schema that holds the old data, if there were any. @throws CommandError */
export async function restorePostgres(url: string, request: RestoreRequest): Promise<string | undefined> {
  const { brand, file, read, mayReplace, stamp } = request;
  const schema = schemaName(brand);
  const how = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
  const whenMissing = () =>
    `awning restore ${brand} ${file} --stdout | pg_restore ${how.join(" ")} --dbname="$DATABASE_URL"\n` +
    `with the shop stopped, and without a schema ${schema}`;
  const contents = await text(runTool("pg_restore", ["--list"], { input: read(), whenMissing }));
  if (!new RegExp(` SCHEMA - ${schema} `).test(contents)) {
    throw new CommandError(`${file} is not restored: it holds no brand ${brand}`);
  }
  const server = await connectToServer(url);
  try {
    if (await server.isInUse()) throw new CommandError("the database is in use: stop the shop first");
    const hasOld = await server.hasSchema(schema);
    if (hasOld && !mayReplace) throw new CommandError(`brand ${brand} has data already; --replace sets them aside`);
    const kept = hasOld ? `${schema}_replaced_${stamp.toLowerCase()}` : undefined;
    if (kept !== undefined) await server.renameSchema(schema, kept);
    try {
      await text(runTool("pg_restore", how, { url, input: read(), whenMissing }));
      await check(url, request);
    } catch (error) {
      await server.dropSchema(schema);
      if (kept !== undefined) await server.renameSchema(kept, schema);
      throw error;
    }
    return kept === undefined ? undefined : `schema ${kept}`;
  } finally {
    await server.close();
  }
}

async function check(url: string, { brand, file, keys }: RestoreRequest) {
  const databases = createPostgresDatabases(url, pino({ level: "silent" }));
  try {
    const db = await databases.open(brand);
    const problem = await findRestoreProblem(db.read, brand, keys);
    if (problem !== undefined) throw new CommandError(`${file} is not restored: ${problem}`);
  } finally {
    await databases.close();
  }
}
