import { expect, test } from "vitest";

import { readTableRow } from "../../../../../api/domain/files/catalogue-table.ts";
import { guard } from "../../../../../api/domain/files/csv.ts";

const COLUMNS = ["sku", "name", "subcategory", "denominations", "details"];
const reasonsOf = (details: string, more: object = {}, columns = COLUMNS) =>
  readTableRow(columns, { cells: ["S-1", "Card", "novels", "250", details], ...more }).reasons;

test("an Excel formula is refused, even with its value", () => {
  expect(reasonsOf("Buy here", { kinds: { 4: "formula" } })).toEqual([expect.stringMatching(/^details: is a formula/)]);
});

test("an apostrophe turns a formula into text, except the apostrophe in a file of refused rows", () => {
  expect(reasonsOf("=A1")).toHaveLength(1);
  expect(reasonsOf("'=A1")).toEqual([]);
  expect(reasonsOf("'=A1", {}, [...COLUMNS, "place", "reason"])).toHaveLength(1);
});

test.each(["'=10% off", "=10% off", "''=10% off", "'it is", "plain"])(
  "%s reads the same from the file of refused rows as from the first file",
  (details) => {
    const columns = [...COLUMNS, "reason"];
    const row = readTableRow(COLUMNS, { cells: ["S-1", "Card", "novels", "250", details] });
    const again = readTableRow(columns, { cells: [...row.cells.map(guard), "its amount is none"] });
    expect(again).toMatchObject({ value: row.value, reasons: row.reasons });
  },
);

test("keys are read with the dashes of documents", () => {
  const { value } = readTableRow(COLUMNS, { cells: ["S‑1", "A – B", "true–crime", "250"] });
  expect(value).toMatchObject({ sku: "S-1", name: "A – B", subcategory: "true-crime" });
});
