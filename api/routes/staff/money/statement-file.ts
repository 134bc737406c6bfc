import { z } from "zod";

import { ApiError } from "../../../base/error.ts";
import { keepColumns, type KeptColumns } from "../../../domain/bank/columns.ts";
import { readStatement, type Statement } from "../../../domain/bank/statement.ts";
import type { CsvRecord } from "../../../domain/files/csv.ts";
import { parseBody } from "../../../http/parse.ts";
import { type BankFile, readBankFile, toRecords } from "../../../jobs/read-bank-file.ts";
import { readStatementColumns } from "../../../repositories/payments/statement-columns.ts";
import type { BrandCall } from "../../brand-route.ts";

const MAX_LETTERS = 1_000_000;
const CHOOSE = "Choose a file, or paste its lines.";

/** A statement: pasted `text`, or a `file` in base 64. */
const StatementBody = z
  .object({
    text: z.string().max(MAX_LETTERS, { error: "The text is larger than 1 MB. Split it." }).default(""),
    file: z
      .base64({ error: "The file is damaged." })
      .max(MAX_LETTERS * 1.4, { error: "The file is larger than 1 MB. Split it." })
      .default(""),
  })
  .refine(({ text, file }) => text !== "" || file !== "", { error: CHOOSE, path: ["file"] });

const MOST_COLUMNS = 100;
/** A column's place. Forms count from 1, and send an empty text for none. */
const Column = z.coerce
  .number({ error: "Choose a column." })
  .int()
  .min(1, { error: "Choose a column." })
  .max(MOST_COLUMNS)
  .transform((column) => column - 1);
const OptionalColumn = z
  .literal("")
  .transform(() => undefined)
  .or(Column)
  .optional();
const ColumnsBody = z.object({
  line: z.coerce.number({ error: "Enter a line’s number, or 0." }).int().min(0).max(1_000_000),
  amount: Column,
  note: Column,
  debit: OptionalColumn,
  side: OptionalColumn,
  reference: OptionalColumn,
});

type Call = Pick<BrandCall, "shop" | "req">;

/** Reads the call's file; `statement` is undefined if no header is found. @throws ApiError 400 for the field `file` */
export async function readCall({
  shop,
  req,
}: Call): Promise<{ records: CsvRecord[]; statement: Statement | undefined; reading: string[] }> {
  const [file, kept] = [await readFile({ shop, req }), await readStatementColumns(shop.db.read)];
  const records = toRecords(file, kept);
  return { records, statement: readStatement(records, kept), reading: file.reading };
}

/** Reads the columns that a member chose for the call's file. @throws ApiError 400 for the fields `file` and `line` */
export async function readChosenColumns({ shop, req }: Call): Promise<KeptColumns> {
  const { line, note, ...places } = parseBody(ColumnsBody, req);
  const kept = keepColumns(toRecords(await readFile({ shop, req })), line, { ...places, notes: [note] });
  if (kept !== undefined) return kept;
  const text = "This line does not name the columns that you chose. Enter 0 if no line names them.";
  throw new ApiError(400, text, { line: text });
}

async function readFile({ shop, req }: Call): Promise<BankFile> {
  const { text, file } = parseBody(StatementBody, req);
  const found = file === "" ? { text, reading: [] } : await readBankFile(shop.tenant.id, Buffer.from(file, "base64"));
  if (typeof found === "string") throw new ApiError(400, found, { file: found });
  return found;
}
