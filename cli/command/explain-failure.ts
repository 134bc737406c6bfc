/** Errors whose message is for the operator. */
const EXPLAINED = new Set([
  "BackupError",
  "BrandClosedError",
  "MoveError",
  "NewerSchemaError",
  "GatewayGone",
  "RefundConflict",
  "Refused",
  "TookTooLong",
  "Unreachable",
]);

/** Explains a failure outside the program in one line for the operator; undefined for a bug. */
export function explainFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (EXPLAINED.has(error.name)) return error.message;
  const code = "code" in error ? String(error.code) : "";
  if (/^SQLITE_BUSY/.test(code)) return "the database is locked by another program; try again in a moment";
  if (/^SQLITE_(?!CONSTRAINT|ERROR|MISUSE|RANGE)/.test(code)) return `the database cannot be used: ${error.message}`;
  // SQLSTATE: connection, authorisation, missing database, resources, operator, lock or deadlock.
  if (/^(08|28|3D|53|55P|57|40)/.test(code) && code.length === 5) {
    return `the database cannot be used: ${error.message}`;
  }
  if (/^(timeout exceeded when trying to connect|Connection terminated)/.test(error.message)) {
    return `the database cannot be reached: ${error.message}`;
  }
  // Sockets and files. If several addresses refuse, Node throws one AggregateError without a text.
  if (/^E[A-Z]+$/.test(code)) return error.message || `cannot connect (${code})`;
  return undefined;
}
