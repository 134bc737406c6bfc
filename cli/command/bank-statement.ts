import { keepColumns, type KeptColumns } from "../../api/domain/bank/columns.ts";
import { readStatement, type Statement } from "../../api/domain/bank/statement.ts";
import type { CsvRecord } from "../../api/domain/files/csv.ts";
import { simplifyName } from "../../api/domain/files/table-header.ts";
import { readBankFile, toRecords } from "../../api/jobs/read-bank-file.ts";
import { readStatementColumns, writeStatementColumns } from "../../api/repositories/payments/statement-columns.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { CommandError, UsageError } from "./command.ts";

const FIELDS = ["amount", "note", "debit", "side", "reference"];

/** Reads a statement, and keeps the columns that the operator names. @throws CommandError; UsageError */
export async function readBankStatement(
  shop: Shop,
  bytes: Buffer,
  typed: string | undefined,
): Promise<Statement & { reading: string[] }> {
  const file = await readBankFile(shop.tenant.id, bytes);
  if (typeof file === "string") throw new CommandError(file);
  const chosen = typed === undefined ? undefined : chooseColumns(toRecords(file), typed);
  const kept = chosen ?? (await readStatementColumns(shop.db.read));
  const statement = readStatement(toRecords(file, kept), kept);
  if (statement === undefined)
    throw new CommandError("no line names the columns of a statement: name them with --columns (see --help)");
  if (chosen !== undefined) await shop.db.transaction((tx) => writeStatementColumns(tx, chosen));
  return { ...statement, reading: file.reading };
}

/**
 * The columns that `--columns` names, such as "amount=Money In; note=Purpose; reference=UTR", or by their numbers for a file
 * without a header.
 * @throws UsageError; CommandError if no line of the file has these names
 */
function chooseColumns(records: CsvRecord[], typed: string): KeptColumns {
  const named = Object.fromEntries(typed.split(";").map((part) => part.split("=").map((word) => word.trim())));
  const fields = Object.entries(named as Record<string, string | undefined>);
  if (!fields.every(([field, name]) => FIELDS.includes(field) && name) || !named.amount || !named.note)
    throw new UsageError(`--columns needs amount=NAME;note=NAME, and may have ${FIELDS.slice(2).join(", ")}`);
  const names = fields.map(([, name]) => name!);
  const isNumbered = names.every((name) => /^[1-9]\d?$/.test(name));
  const header = isNumbered ? undefined : findHeader(records, names);
  const cells = header?.cells.map(simplifyName);
  const placeOf = (name: string) => (cells === undefined ? Number(name) - 1 : cells.indexOf(simplifyName(name)));
  const { amount, note, ...others } = Object.fromEntries(fields.map(([field, name]) => [field, placeOf(name!)]));
  return keepColumns(records, header?.line ?? 0, { amount: amount!, notes: [note!], ...others })!;
}

/** @throws CommandError */
function findHeader(records: CsvRecord[], names: string[]): CsvRecord {
  const wanted = names.map(simplifyName);
  const header = records.find(({ cells }) => {
    const found = cells.map(simplifyName);
    return wanted.every((name) => name !== "" && found.includes(name));
  });
  if (header === undefined) throw new CommandError(`no line names the columns ${names.join(", ")}`);
  return header;
}
