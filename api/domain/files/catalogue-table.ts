import { readDenominations, writeDenominations } from "../denominations.ts";
import { readRupees, toRupees } from "../pricing.ts";
import { type CsvRecord, REFUSAL_COLUMNS } from "./csv.ts";

/** A catalogue as JSON has it before it is checked, with the place of each product for its reader. */
export type RawCatalogue = {
  categories: unknown;
  products: RawProduct[];
  /** The columns of `cells`. */
  columns: string[];
  /** Fields that the file says nothing of: a product that exists keeps its own. */
  kept: KeptField[];
};
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

export type RawProduct = { place: string; value: unknown; reasons: string[]; cells: string[] };

const REQUIRED = ["sku", "name", "subcategory", "denominations"];
const COLUMNS = [
  ...["sku", "name", "category", "category_name", "subcategory", "subcategory_name", "denominations", "price_mrp"],
  ...["is_available", "validity_days", "image_url", "details", "terms_and_conditions", "how_to_use", "sources"],
];

/** Reads a catalogue from rows, one for each product. @returns what is wrong with the first row, in words */
export function readTable([header, ...rows]: CsvRecord[]): RawCatalogue | string {
  if (header === undefined) return "The file has no lines.";
  const columns = header.cells;
  const missing = REQUIRED.filter((name) => !columns.includes(name));
  if (missing.length > 0) return `The first line must name the columns: ${missing.join(", ")} missing.`;
  const unknown = columns.filter((name) => ![...COLUMNS, ...REFUSAL_COLUMNS].includes(name));
  if (unknown.length > 0) return `The first line names columns that a catalogue does not have: ${unknown.join(", ")}.`;
  const shelves = createShelves();
  const products = rows.map(({ line, cells }): RawProduct => {
    const get = (name: string) => cells[columns.indexOf(name)] ?? "";
    const place = `line ${line}`;
    const { value, reasons } = readProduct(get);
    return { place, value, reasons: [...reasons, ...shelves.note(get, place)], cells };
  });
  const fields = Object.keys(OPTIONAL) as KeptField[];
  const kept = fields.filter((field) => !columns.includes(OPTIONAL[field]));
  return { categories: shelves.list(), products, columns, kept };
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

type Shelf = { key: string; name: string; place: string };

/** The categories that rows name. Rows that name one differently contradict each other. */
function createShelves() {
  const categories = new Map<string, Shelf & { subcategories: Map<string, Shelf> }>();
  const homes = new Map<string, Shelf>();
  return {
    /** @returns what speaks against the row */
    note(get: Get, place: string): string[] {
      const [category, name] = [get("category"), get("category_name")];
      const [key, subcategoryName] = [get("subcategory"), get("subcategory_name")];
      if (category === "" && name === "" && subcategoryName === "") return [];
      if (category === "" || name === "" || subcategoryName === "")
        return ["give category, category_name and subcategory_name, or leave all three empty"];
      const known = categories.get(category) ?? { key: category, name, place, subcategories: new Map<string, Shelf>() };
      const home = homes.get(key) ?? known;
      const shelf = known.subcategories.get(key) ?? { key, name: subcategoryName, place };
      const reasons = [
        ...(known.name === name ? [] : [`category "${category}" is called "${known.name}" on ${known.place}`]),
        ...(shelf.name === subcategoryName ? [] : [`subcategory "${key}" is called "${shelf.name}" on ${shelf.place}`]),
        ...(home === known ? [] : [`subcategory "${key}" is in category "${home.key}" on another line`]),
      ];
      if (reasons.length > 0) return reasons;
      categories.set(category, known);
      homes.set(key, known);
      known.subcategories.set(key, shelf);
      return [];
    },
    list: () =>
      [...categories.values()].map(({ key, name, subcategories }) => ({
        ...{ key, name },
        subcategories: [...subcategories.values()].map((shelf) => ({ key: shelf.key, name: shelf.name })),
      })),
  };
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

/** The rows of an exported catalogue, which `readTable` reads again. */
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
