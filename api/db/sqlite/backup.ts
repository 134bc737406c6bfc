import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import SqliteDatabase from "better-sqlite3";

import { BackupError } from "../backup-error.ts";

/**
 * Copies a database, which may be in use, to `to` with SQLite's backup call: as it was at one moment, in one file, on
 * the disk when this resolves. `to` is there whole or not at all.
 * @throws BackupError when `from` is no sound database
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  const source = openExisting(from);
  try {
    // All pages in one step: a copy in several starts again after each write in between.
    await source.backup(partial, { progress: () => Number.MAX_SAFE_INTEGER });
    settleDatabase(partial);
    syncToDisk(partial);
    renameSync(partial, to);
    syncToDisk(dirname(to));
  } finally {
    source.close();
    for (const rest of ["", "-wal", "-shm", "-journal"]) rmSync(partial + rest, { force: true });
  }
}

/**
 * Brings what stands in the write-ahead log into the file, so that the file is all of it.
 * @throws BackupError when another program has it open, or it is not sound
 */
export function settleDatabase(file: string): void {
  const database = openExisting(file);
  try {
    database.pragma("journal_mode = delete");
    const [first] = database.pragma("quick_check(1)") as { quick_check: string }[];
    if (first?.quick_check !== "ok") throw new BackupError(`${file} is damaged: ${first?.quick_check}`);
  } catch (error) {
    throw toBackupError(file, error);
  } finally {
    database.close();
  }
}

/** Puts the settled database `from` in the place of `to`, whose old file is kept as `kept`. */
export function replaceDatabase(from: string, to: string, kept: string): void {
  if (existsSync(to)) {
    settleDatabase(to);
    linkSync(to, kept);
  }
  renameSync(from, to); // one step: there is no moment without a database
  syncToDisk(dirname(to));
}

function openExisting(file: string) {
  try {
    const database = new SqliteDatabase(file, { fileMustExist: true, timeout: 500 });
    database.prepare("select count(*) from sqlite_schema").get();
    return database;
  } catch (error) {
    throw toBackupError(file, error);
  }
}

function toBackupError(file: string, error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "SQLITE_NOTADB") return new BackupError(`${file} is no SQLite database`);
  if (code === "SQLITE_CANTOPEN") return new BackupError(`there is no database ${file}`);
  if (code === "SQLITE_CORRUPT") return new BackupError(`${file} is damaged`);
  if (code === "SQLITE_BUSY") return new BackupError(`${file} is in use: stop the shop first`);
  return error;
}

/** Waits until a file, or the names in a folder, are on the disk. */
export function syncToDisk(path: string) {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
