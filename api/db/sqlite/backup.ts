import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import SqliteDatabase from "better-sqlite3";

import { BackupError } from "../backup-error.ts";

/**
 * Copies a database, which may be in use, to `to` with SQLite's backup call. The copy is a consistent snapshot in one
 * file, synced to disk when this resolves. `to` never holds a partial copy.
 * @throws BackupError when `from` is not a sound database
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  const source = openExisting(from);
  try {
    // Copies all pages in one step. A copy in several steps starts over after each write in between.
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
 * Moves the write-ahead log into the database file, so that the file is complete.
 * @throws BackupError when another program has it open, or it is damaged
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

/** Replaces `to` by the settled database `from`, and keeps the old file as `kept`. */
export function replaceDatabase(from: string, to: string, kept: string): void {
  if (existsSync(to)) {
    settleDatabase(to);
    linkSync(to, kept);
  }
  renameSync(from, to); // atomic: a database exists at every moment
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

/** Syncs a file, or the names in a folder, to disk. */
export function syncToDisk(path: string) {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
