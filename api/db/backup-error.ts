/** Why a file cannot be backed up, restored or replaced, in words for an operator. */
export class BackupError extends Error {
  override name = "BackupError";
}
