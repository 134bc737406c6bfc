import type { Reader, Writer } from "../../db/database.ts";
import { type KeptColumns, KeptColumnsSchema } from "../../domain/bank/columns.ts";

/** The columns that a member chose for statements from the brand's bank. */
export async function readStatementColumns(db: Reader): Promise<KeptColumns | undefined> {
  const row = await db.selectFrom("statement_columns").select("columns").where("id", "=", 1).executeTakeFirst();
  return row && KeptColumnsSchema.parse(JSON.parse(row.columns));
}

export async function writeStatementColumns(tx: Writer, kept: KeptColumns) {
  const columns = JSON.stringify(kept);
  await tx
    .insertInto("statement_columns")
    .values({ id: 1, columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ columns }))
    .execute();
}
