import { z } from "zod";

import { ApiError } from "../../base/error.ts";
import { addStock } from "../../catalogue/add-stock.ts";
import type { FileProblem } from "../../domain/files/catalogue-file.ts";
import { readStockRecords } from "../../domain/files/stock-file.ts";
import { STOCK_COLUMNS, type StockColumn } from "../../domain/files/stock-row.ts";
import { parseBody, Text } from "../../http/parse.ts";
import type { OperatorCall } from "./operator-route.ts";

const Cell = Text(2_000).trim().default("");
const Row = z.object(
  Object.fromEntries(STOCK_COLUMNS.map((column) => [column, Cell])) as Record<StockColumn, typeof Cell>,
);
const StockBody = z.object({
  rows: z.array(Row).min(1).max(1_000),
  /** Leaves out cards that the shop has had before, instead of refusing all. */
  skip_known: z.boolean().default(false),
  accept_case: z.boolean().default(false),
});

/** Rows in the form of a stock file, checked by its rules. @throws ApiError 400 with the problem of each row */
export async function addStockRows({ shop, req, audit }: OperatorCall) {
  const { rows, skip_known: skipKnown, accept_case: acceptCase } = parseBody(StockBody, req);
  const records = rows.map((row, index) => ({ line: index + 1, cells: STOCK_COLUMNS.map((column) => row[column]) }));
  const file = readStockRecords([...STOCK_COLUMNS], records, shop.clock.now());
  if ("problems" in file) throw refuse(file.problems);
  const act = { act: "stock.add", subject: "stock", after: { cards: rows.length } };
  const result = await audit(act, () => addStock(shop, file.rows, { skipKnown, acceptCase }));
  if ("problems" in result) throw refuse(result.problems);
  return result;
}

/** Lines count from 1: `rows.0` is line 1. */
function refuse(problems: FileProblem[]) {
  const errors = problems.map(({ place, reason }): [string, string] => {
    const [what, line] = place.split(" ");
    return [what === "line" ? `rows.${Number(line) - 1}` : "rows", reason];
  });
  return new ApiError(400, "No card was added.", Object.fromEntries(errors));
}
