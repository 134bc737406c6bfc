import { createWriteStream, existsSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import { findRestoreProblem } from "../../api/audit/validate-restore.ts";
import { replaceDatabase, settleDatabase, syncToDisk } from "../../api/db/sqlite/backup.ts";
import { closeFolder } from "../../api/db/sqlite/in-use.ts";
import { createSqliteDatabases } from "../../api/db/sqlite/sqlite.ts";
import type { TenantKeys } from "../../api/domain/keys.ts";
import { makeFolder } from "../../config/process/make-folder.ts";
import { CommandError } from "../command/command.ts";

export type RestoreRequest = {
  brand: string;
  file: string;
  /** The decrypted content of the backup. */
  read(): AsyncIterable<Buffer>;
  keys: TenantKeys;
  mayReplace: boolean;
  /** A part of the name for the old data. */
  stamp: string;
};

/** Restores a SQLite backup. Returns the path of the old file, if there was one. @throws CommandError, BackupError */
export async function restoreSqlite(dataDir: string, request: RestoreRequest): Promise<string | undefined> {
  const { brand, file, read, keys, mayReplace, stamp } = request;
  makeFolder(dataDir);
  const target = join(dataDir, `${brand}.db`);
  const hasOld = existsSync(target);
  if (hasOld && !mayReplace) throw new CommandError(`brand ${brand} already has data; --replace sets it aside`);
  const letIn = closeFolder(dataDir);
  // Beside the target, so that the final rename is atomic.
  const folder = mkdtempSync(join(dataDir, ".restore-"));
  try {
    if (hasOld) settleDatabase(target); // throws if a command has it open
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
    letIn();
  }
}
