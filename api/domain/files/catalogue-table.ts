import { foldLine } from "../../../config/typed/characters.ts";
import { writeDenominations } from "../denominations.ts";
import type { Translations } from "../translations.ts";
import { Key, Name } from "./catalogue-file.ts";
import { findCellFault, findFormula, findMadeDate, type Meaning } from "./cell-faults.ts";
import { type CsvRecord, unguard } from "./csv.ts";
import type { TableColumns } from "./table-header.ts";
import {
  nameTranslationColumns,
  readTranslationCells,
  TRANSLATION_NAMES,
  translationCells,
  translationColumns,
} from "./translation-columns.ts";

/** Columns that may be absent, by the fields of a product. */
const OPTIONAL = {
  priceMrp: "price_mrp",
  isAvailable: "is_available",
  validityDays: "validity_days",
  imageUrl: "image_url",
  details: "details",
  termsAndConditions: "terms_and_conditions",
  howToUse: "how_to_use",
};
export type KeptField = keyof typeof OPTIONAL;

const MEANINGS = {
  sku: "code",
  name: "text",
  category: "text",
  category_name: "text",
  subcategory: "text",
  subcategory_name: "text",
  denominations: "number",
  price_mrp: "number",
  is_available: "flag",
  validity_days: "number",
  image_url: "text",
  details: "text",
  terms_and_conditions: "text",
  how_to_use: "text",
  sources: "text",
} satisfies Record<string, Meaning>;
type Column = keyof typeof MEANINGS;
const COLUMNS = Object.keys(MEANINGS) as Column[];
/** With those of all languages. */
const READ_COLUMNS: [string, Meaning][] = [
  ...Object.entries(MEANINGS),
  ...TRANSLATION_NAMES.map((name): [string, Meaning] => [name, "text"]),
];

/** Other names that people give the columns. */
const OTHER_NAMES = {
  sku: ["product sku", "sku code", "product code", "item code", "product id"],
  name: ["product name", "product", "product title", "title", "item name", "brand name"],
  category: ["category key", "category id"],
  category_name: ["category title"],
  subcategory: ["subcategory key", "subcategory id"],
  subcategory_name: ["subcategory title"],
  denominations: ["denomination", "face values", "face value", "values", "value", "amounts", "amount"],
  price_mrp: ["mrp", "price"],
  is_available: ["available", "availability", "active", "is active", "on sale"],
  validity_days: ["validity", "validity in days", "valid for days", "days valid"],
  image_url: ["image", "image link", "picture", "picture url", "photo", "photo url"],
  details: ["detail", "description", "about", "about the product"],
  terms_and_conditions: ["terms & conditions", "terms conditions", "terms", "t&c", "t & c", "t&cs", "tnc", "tncs"],
  how_to_use: ["how to redeem", "redemption", "redemption steps", "usage"],
  sources: ["source", "suppliers", "supplier"],
} satisfies Record<Column, string[]>;

const REQUIRED = ["sku", "name", "subcategory", "denominations"];

/** The columns of a catalogue. @param languages those of the brand; the catalogue itself is in the first one */
export const catalogueTable = ({ languages: [own] }: { languages: string[] }): TableColumns => ({
  of: "A catalogue",
  required: REQUIRED,
  names: { ...OTHER_NAMES, ...nameTranslationColumns(own!, OTHER_NAMES) },
  name: "name",
});

/** The fields that a file with these columns does not contain: an existing product keeps its values. */
export const keptFields = (columns: string[]) =>
  (Object.keys(OPTIONAL) as KeptField[]).filter((field) => !columns.includes(OPTIONAL[field]));

/** Columns of keys, in which documents may have other dashes and digits. */
const KEYS = ["sku", "category", "subcategory"];

/**
 * Reads the product of a row, in its JSON form before the check, and its subcategory. `cells` are those for a
 * file of refused rows. Exported CSV has an apostrophe before each formula, also after a spreadsheet has saved it as Excel.
 */
export function readTableRow(columns: string[], record: Pick<CsvRecord, "cells" | "kinds">) {
  // A file of refused rows has one apostrophe more than the original file.
  const written = columns.includes("reason") ? record.cells.map(unguard) : record.cells;
  const { texts, reasons } = readCells(columns, { ...record, cells: written });
  if (written.slice(columns.length).some((cell) => unguard(cell) !== ""))
    reasons.push("the row has more cells than the header. Put a text that holds a comma in quotes");
  const get = (column: string) => texts.get(column) ?? "";
  const given = FIELDS.filter((field) => get(field) !== "" || REQUIRED.includes(field));
  const translations = readTranslationCells(columns, get);
  const value = {
    ...Object.fromEntries(given.map((field) => [field, get(field)])),
    ...(translations && { translations }),
  };
  const shelf = readShelf(get);
  const read = { cells: written, value };
  if (Array.isArray(shelf)) return { ...read, reasons: [...reasons, ...shelf] };
  return shelf !== undefined && "name" in shelf ? { ...read, reasons, shelf } : { ...read, reasons, asked: shelf };
}

/** The texts of the cells by their columns, and the reasons against cells. */
function readCells(columns: string[], { cells, kinds = {} }: Pick<CsvRecord, "cells" | "kinds">) {
  const reasons: string[] = [];
  const texts = new Map<string, string>();
  for (const [column, meaning] of READ_COLUMNS) {
    const at = columns.indexOf(column);
    const cell = unguard(cells[at] ?? "");
    const text = KEYS.includes(column) ? foldLine(cell) : cell;
    const fault =
      findCellFault(text, meaning, kinds[at]) ??
      findFormula(cells[at] ?? "", kinds[at]) ??
      (column === "sku" ? findMadeDate(text) : undefined);
    if (fault !== undefined) reasons.push(`${column}: ${fault}`);
    else texts.set(column, text);
  }
  return { texts, reasons };
}

const FIELDS = COLUMNS.filter((column) => !["category", "category_name", "subcategory_name"].includes(column));

/** A subcategory with its category, as a row names them. */
export type NamedShelf = { category: string; categoryName: string; subcategory: string; name: string };

/** The key or name of a subcategory that the shop has, and those of its category if the row names it. */
export type AskedShelf = { subcategory: string; category?: string };

/** @returns the reasons against the row; undefined for a row without a subcategory */
function readShelf(get: (column: Column) => string): NamedShelf | AskedShelf | string[] | undefined {
  const [category, categoryName] = [get("category"), get("category_name")];
  const [subcategory, name] = [get("subcategory"), get("subcategory_name")];
  const named = [category, categoryName, name].filter((cell) => cell !== "");
  if (subcategory === "" && named.length === 0) return undefined;
  if (named.length === 0) return { subcategory };
  if (named.length === 1 && name === "") return { subcategory, category: named[0]! };
  if (named.length < 3) return ["give category, category_name and subcategory_name, or leave the names empty"];
  const problems = Object.entries({ category, category_name: categoryName, subcategory_name: name }).flatMap(
    ([column, cell]) => {
      const { error } = (column === "category" ? Key : Name).safeParse(cell);
      return error === undefined ? [] : [`${column}: ${error.issues[0]!.message}`];
    },
  );
  // A fault in the key of the subcategory is reported for the product.
  if (problems.length > 0 || !Key.safeParse(subcategory).success) return problems;
  return { category, categoryName, subcategory, name };
}

type Exported = {
  categories: { key: string; name: string; subcategories: { key: string; name: string }[] }[];
  products: {
    sku: string;
    name: string;
    subcategory: string;
    denominations: (number | { min: number; max: number })[];
    price_mrp: number;
    is_available: boolean;
    image_url?: string;
    details: string;
    terms_and_conditions: string;
    how_to_use: string;
    validity_days: number;
    translations?: Translations;
    sources?: { supplier: string; sku: string }[];
  }[];
};

/**
 * The rows of an exported catalogue, which `readTableRow` reads again.
 * @param languages those of the brand: each but the first has its columns, also before there are texts
 */
export function* writeTable({ categories, products }: Exported, { languages }: { languages: string[] }) {
  const shelves = new Map(
    categories.flatMap((category) =>
      category.subcategories.map((subcategory) => [subcategory.key, { category, subcategory }] as const),
    ),
  );
  const used = products.flatMap(({ translations = {} }) => Object.keys(translations));
  const codes = new Set([...languages.slice(1), ...used]);
  yield [...COLUMNS, ...translationColumns(codes).map(({ name }) => name)];
  for (const product of products) {
    const { category, subcategory } = shelves.get(product.subcategory)!;
    const entries = product.denominations.map((one) => (typeof one === "number" ? { min: one, max: one } : one));
    const paise = entries.map(({ min, max }) => ({ min: Math.round(min * 100), max: Math.round(max * 100) }));
    yield [
      product.sku,
      product.name,
      category.key,
      category.name,
      subcategory.key,
      subcategory.name,
      writeDenominations(paise).replaceAll(", ", ";"),
      String(product.price_mrp),
      product.is_available ? "yes" : "no",
      String(product.validity_days),
      product.image_url ?? "",
      product.details,
      product.terms_and_conditions,
      product.how_to_use,
      (product.sources ?? []).map(({ supplier, sku }) => `${supplier}:${sku}`).join(";"),
      ...translationCells(codes, product.translations),
    ];
  }
}
