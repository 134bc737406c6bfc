import { join } from "node:path";

import SqliteDatabase from "better-sqlite3";

import { BackupError } from "../backup-error.ts";

/** The longest wait for another program that begins or ends. */
const WAIT_MS = 500;

/**
 * Marks that a program serves the brands of a folder, even if their files are not open. Any number of programs may do so. The
 * mark of a program that dies is gone.
 * @returns a function that removes the mark
 * @throws BackupError while a restore runs
 */
export function holdFolder(dataDir: string): () => void {
  const connection = openNote(dataDir);
  try {
    connection.exec("begin");
    // Reading takes the shared lock, which lasts as long as the transaction.
    connection.prepare("select count(*) from sqlite_schema").get();
  } catch (error) {
    connection.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new BackupError(`a restore is under way in ${dataDir}: start again when it has ended`);
  }
  return () => connection.close();
}

/**
 * Keeps out all programs that serve brands of this folder, for a restore.
 * @returns a function that lets them in again
 * @throws BackupError while a program serves brands
 */
export function closeFolder(dataDir: string): () => void {
  const connection = openNote(dataDir);
  try {
    connection.exec("begin exclusive");
  } catch (error) {
    connection.close();
    if ((error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    throw new BackupError(`${dataDir} is in use: stop the shop first`);
  }
  return () => connection.close();
}

const openNote = (dataDir: string) => new SqliteDatabase(join(dataDir, "in-use"), { timeout: WAIT_MS });
