import { describe, expect, test } from "vitest";

import { catalogueTable } from "../../../../../api/domain/files/catalogue-table.ts";
import { STOCK_TABLE } from "../../../../../api/domain/files/stock-row.ts";
import { describeMissing, readHeader } from "../../../../../api/domain/files/table-header.ts";
import { findSeparator } from "../../../../../api/domain/files/table-layout.ts";

const CATALOGUE = catalogueTable({ languages: ["en"] });

const headerOf = (cells: string[], kind = STOCK_TABLE) => readHeader({ line: 3, cells }, kind);

describe("A header", () => {
  test.each([
    ["product,denomination,card_number,pin,claim_url,expires"],
    ["Product,Denomination,Card Number,PIN,Claim URL,Expiry Date"],
    ["SKU, Face Value (INR) ,GIFT-CARD-NUMBER,Card PIN*,Redemption URL,Valid till (DD/MM/YYYY)"],
    ["Ｐｒｏｄｕｃｔ,DENOMINATION,CardNumber,Pin No.,claim-url,Expires on:"],
  ])("%s names the columns of a stock file", (cells) => {
    expect(headerOf(cells.split(","))).toEqual({
      line: 3,
      ignored: [],
      columns: ["product", "denomination", "card_number", "pin", "claim_url", "expires"],
    });
  });

  test("may have everyday names for the columns of a catalogue", () => {
    const cells = "SKU,Product Name,Category,Category Name,Sub-Category,Sub Category Name,Denominations,MRP,Available";
    const more = "Validity (days),Image URL,Description,T&C,How to redeem,Suppliers";
    expect(headerOf(`${cells},${more}`.split(","), CATALOGUE)).toMatchObject({
      columns: Object.keys(CATALOGUE.names).filter((name) => !name.includes(":")),
    });
  });

  test("keeps the names of columns that are not read, and those of refused rows", () => {
    const cells = ["Product", "Batch", "Denomination", "", "Card", "place", "Reason"];
    expect(headerOf(cells)).toEqual({
      line: 3,
      ignored: ["Batch"],
      columns: ["product", "Batch", "denomination", "", "card_number", "place", "reason"],
    });
  });

  test("that contains a column twice is refused, since either could be meant", () => {
    expect(headerOf(["Product", "Amount", "Card number", "Voucher code"])).toBe(
      "Columns 3 (Card number) and 4 (Voucher code) of line 3 both name the card_number. Remove one.",
    );
  });

  test.each([["crust-court,250,CARD-1"], ["Product,Denomination"]])("is not %s", (cells) => {
    expect(headerOf(cells.split(","))).toBeUndefined();
  });

  test("that is missing is described without a code", () => {
    expect(describeMissing([["Order of 2 May"], ["product", "amount", "CARD-1"]], STOCK_TABLE)).toBe(
      "None of the first 10 lines names the columns. A stock file needs product, denomination and card_number; card_number is missing.",
    );
  });
});

test.each([
  ["sku,name;x\nsku;name;subcategory;denominations", ";"],
  ["a;b;c\tSKU\tName\tSubcategory\tAmounts", "\t"],
  ["sku,name,subcategory,denominations\na;b;c", ","],
  ["sku;name", ";"],
  ["sku|name|subcategory|denominations\na;b;c", "|"],
  ["", ","],
])("the separator of %j is %j", (text, separator) => expect(findSeparator(text, CATALOGUE)).toBe(separator));
