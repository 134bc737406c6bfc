import { readDenominations, writeDenominations } from "../denominations.ts";
import { readRupees, toRupees } from "../pricing.ts";
import { Key, Name } from "./catalogue-file.ts";
import { REFUSAL_COLUMNS } from "./csv.ts";

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

const REQUIRED = ["sku", "name", "subcategory", "denominations"];
const COLUMNS = [
  ...["sku", "name", "category", "category_name", "subcategory", "subcategory_name", "denominations", "price_mrp"],
  ...["is_available", "validity_days", "image_url", "details", "terms_and_conditions", "how_to_use", "sources"],
];

/** What is wrong with the first row of a catalogue, in words. */
export function findColumnProblem(columns: string[]): string | undefined {
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length > 0) return `The first line must name the columns: ${missing.join(", ")} missing.`;
  const unknown = columns.filter((name) => ![...COLUMNS, ...REFUSAL_COLUMNS].includes(name));
  if (unknown.length > 0)
    return `The first line names columns that a catalogue does not have: ${unknown.join(", ").slice(0, 500)}.`;
  const repeated = columns.find((name, at) => columns.indexOf(name) < at);
  return repeated === undefined ? undefined : `The first line names the column ${repeated} twice.`;
}

/** The fields that a file with these columns says nothing of: a product that exists keeps its own. */
export const keptFields = (columns: string[]) =>
  (Object.keys(OPTIONAL) as KeptField[]).filter((field) => !columns.includes(OPTIONAL[field]));

/** Reads the product of a row, as JSON has it before it is checked, and the subcategory that the row names. */
export function readTableRow(columns: string[], cells: string[]) {
  const get = (name: string) => cells[columns.indexOf(name)] ?? "";
  const { value, reasons } = readProduct(get);
  const shelf = readShelf(get);
  return Array.isArray(shelf) ? { value, reasons: [...reasons, ...shelf] } : { value, reasons, shelf };
}

type Get = (column: string) => string;

const orNothing = <T>(text: string, read: (text: string) => T) => (text === "" ? undefined : read(text));

function readProduct(get: Get) {
  const reasons: string[] = [];
  const denominations = readDenominations(get("denominations"));
  if (typeof denominations === "string") reasons.push(`denominations: ${denominations}`);
  const value = {
    ...{ sku: get("sku"), name: get("name"), subcategory: get("subcategory") },
    denominations:
      typeof denominations === "string"
        ? [1]
        : denominations.map(({ min, max }) => ({ min: toRupees(min), max: toRupees(max) })),
    price_mrp: orNothing(get("price_mrp"), readRupees),
    is_available: orNothing(get("is_available"), readFlag),
    validity_days: orNothing(get("validity_days"), readDays),
    image_url: orNothing(get("image_url"), String),
    ...{ details: get("details"), terms_and_conditions: get("terms_and_conditions"), how_to_use: get("how_to_use") },
    sources: orNothing(get("sources"), readSources),
  };
  return { value, reasons };
}

/** `Number` would read "1e2" and "0x10" too. */
const readDays = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

const FLAGS: Record<string, boolean> = { yes: true, true: true, 1: true, no: false, false: false, 0: false };
const readFlag = (text: string) => FLAGS[text.toLowerCase()] ?? text;

/** "supplier:sku; other:sku" */
const readSources = (text: string) =>
  text.split(";").map((source) => {
    const [supplier, ...sku] = source.split(":");
    return { supplier: supplier!.trim(), sku: sku.join(":").trim() };
  });

/** A subcategory with its category, as a row names them. */
export type NamedShelf = { category: string; categoryName: string; subcategory: string; name: string };

/** @returns what speaks against the row; undefined for a row that uses a subcategory which is known */
function readShelf(get: Get): NamedShelf | string[] | undefined {
  const [category, categoryName] = [get("category"), get("category_name")];
  const [subcategory, name] = [get("subcategory"), get("subcategory_name")];
  const named = [category, categoryName, name].filter((cell) => cell !== "");
  if (named.length === 0) return undefined;
  if (named.length < 3) return ["give category, category_name and subcategory_name, or leave all three empty"];
  const problems = Object.entries({ category, category_name: categoryName, subcategory_name: name }).flatMap(
    ([column, cell]) => {
      const { error } = (column === "category" ? Key : Name).safeParse(cell);
      return error === undefined ? [] : [`${column}: ${error.issues[0]!.message}`];
    },
  );
  // What is wrong with the subcategory's key is said of the product.
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
    sources?: { supplier: string; sku: string }[];
  }[];
};

/** The rows of an exported catalogue, which `readTableRow` reads again. */
export function* writeTable({ categories, products }: Exported) {
  const shelves = new Map(
    categories.flatMap((category) =>
      category.subcategories.map((subcategory) => [subcategory.key, { category, subcategory }] as const),
    ),
  );
  yield COLUMNS;
  for (const product of products) {
    const { category, subcategory } = shelves.get(product.subcategory)!;
    const entries = product.denominations.map((one) => (typeof one === "number" ? { min: one, max: one } : one));
    const paise = entries.map(({ min, max }) => ({ min: Math.round(min * 100), max: Math.round(max * 100) }));
    yield [
      ...[product.sku, product.name, category.key, category.name, subcategory.key, subcategory.name],
      ...[writeDenominations(paise).replaceAll(", ", ";"), String(product.price_mrp)],
      ...[product.is_available ? "yes" : "no", String(product.validity_days), product.image_url ?? ""],
      ...[product.details, product.terms_and_conditions, product.how_to_use],
      (product.sources ?? []).map(({ supplier, sku }) => `${supplier}:${sku}`).join(";"),
    ];
  }
}
