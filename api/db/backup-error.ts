/** A file cannot be backed up, restored or replaced. The message is for the operator. */
export class BackupError extends Error {
  override name = "BackupError";
}
