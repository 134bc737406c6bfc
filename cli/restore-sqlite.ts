import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { findRestoreProblem } from "../api/audit/validate-restore.ts";
import { replaceDatabase, settleDatabase, syncToDisk } from "../api/db/sqlite/backup.ts";
import { createSqliteDatabases } from "../api/db/sqlite/sqlite.ts";
import type { TenantKeys } from "../api/domain/keys.ts";
import { CommandError } from "./command.ts";

export type RestoreRequest = {
  brand: string;
  file: string;
  /** What the backup holds, decrypted. */
  read(): AsyncIterable<Buffer>;
  keys: TenantKeys;
  mayReplace: boolean;
  /** Goes into the name under which the old data are kept. */
  stamp: string;
};

/** Restores a SQLite backup and answers where the old file is, if there was one. @throws CommandError, BackupError */
export async function restoreSqlite(dataDir: string, request: RestoreRequest): Promise<string | undefined> {
  const { brand, file, read, keys, mayReplace, stamp } = request;
  mkdirSync(dataDir, { recursive: true });
  const target = join(dataDir, `${brand}.db`);
  const hasOld = existsSync(target);
  if (hasOld && !mayReplace) throw new CommandError(`brand ${brand} has data already; --replace sets them aside`);
  if (hasOld) settleDatabase(target); // nobody else has it open

  // Beside the target, so that it can be moved into its place in one step.
  const folder = mkdtempSync(join(dataDir, ".restore-"));
  try {
    const copy = join(folder, `${brand}.db`);
    await pipeline(read(), createWriteStream(copy));
    settleDatabase(copy);
    const db = await createSqliteDatabases(folder).open(brand);
    const problem = await findRestoreProblem(db.read, brand, keys).finally(() => db.close());
    if (problem !== undefined) throw new CommandError(`${file} is not restored: ${problem}`);
    settleDatabase(copy);
    syncToDisk(copy);
    const kept = `${target}.replaced-${stamp}`;
    replaceDatabase(copy, target, kept);
    return hasOld ? kept : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
