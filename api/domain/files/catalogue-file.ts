import { z } from "zod";

import { languages } from "../../../config/language/current.ts";
import { readRupees } from "../../../config/typed/amount.ts";
import { cleanLine, foldLine, isReordered } from "../../../config/typed/characters.ts";
import { KEY } from "../catalogue-keys.ts";
import { MOST_ENTRIES, readDenominations } from "../denominations.ts";
import { MAX_TOTAL_PAISE, parseRupees, toRupees } from "../pricing.ts";

/** A problem at one place of a file, such as `products[3].sku` or `line 7`. */
export type FileProblem = { place: string; reason: string };

/** Reads a text by `read` before the schema checks it. Tables hold only texts. JSON may hold texts, too. */
const orText = <Schema extends z.ZodType>(read: (text: string) => unknown, schema: Schema) =>
  z.preprocess((value) => (typeof value === "string" ? read(value.trim()) : value), schema);

export const Key = z
  .string()
  .trim()
  .regex(KEY, { error: "must be 1 to 64 letters, digits, dots, dashes or underscores" });

const Text = (max: number) =>
  z
    .string()
    .max(max, { error: `must have at most ${max} characters` })
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text), {
      error: "must not have control characters",
    });
export const Name = Text(120)
  .trim()
  .refine((text) => cleanLine(text) !== "", { error: "must not be empty" })
  .refine((text) => !/[\n\r\t]/.test(text), { error: "must be one line" })
  .refine((text) => !isReordered(text), { error: "must not have characters that reverse the text" });

/** Parses rupees into paise. */
export const Rupees = orText(
  readRupees,
  z.number({ error: "must be a number of rupees" }).transform((rupees, context) => {
    const paise = parseRupees(rupees);
    if (paise !== undefined && paise > 0) return paise;
    const most = MAX_TOTAL_PAISE / 100;
    context.addIssue({ code: "custom", message: `must be above 0, at most ${most}, with at most two decimals` });
    return z.NEVER;
  }),
);

const Denomination = z.preprocess(
  (value) => (typeof value === "number" ? { min: value, max: value } : value),
  z
    .strictObject({ min: Rupees, max: Rupees }, { error: "must be a number of rupees, or min and max" })
    .refine(({ min, max }) => min <= max, { error: "min is above max" }),
);

/** Amounts and ranges, as a list or as a text such as "250; 500; 200-5000". */
const Denominations = z.preprocess(
  (value, context) => {
    if (typeof value !== "string") return value;
    const read = readDenominations(value);
    if (typeof read !== "string") return read.map(({ min, max }) => ({ min: toRupees(min), max: toRupees(max) }));
    context.addIssue({ code: "custom", message: read, input: value });
    return z.NEVER;
  },
  z.array(Denomination).min(1, { error: "must have at least one" }).max(MOST_ENTRIES),
);

const FLAGS: Record<string, boolean> = {
  yes: true,
  y: true,
  true: true,
  1: true,
  no: false,
  n: false,
  false: false,
  0: false,
};

const ImageUrl = z.string().refine((url) => /^\/media\/[\w./-]+$/.test(url) || isHttps(url), {
  error: "must begin with /media/ or https://",
});

function isHttps(url: string) {
  return URL.canParse(url) && new URL(url).protocol === "https:";
}

/** A supplier by its name in tenant.json, and the supplier's SKU of the product. */
const Source = z.strictObject({
  supplier: z.string(),
  sku: z.string().trim().min(1, { error: "must not be empty" }).max(64, { error: "must have at most 64 characters" }),
});

/** "supplier:sku; other:sku" */
const readSources = (text: string) =>
  text.split(";").map((source) => {
    const [supplier, ...sku] = source.split(":");
    return { supplier: supplier!.trim(), sku: sku.join(":").trim() };
  });

const Details = Text(20_000);

export const LanguageCode = z.string().refine((code) => languages.has(code), {
  error: `must be one of ${[...languages.keys()].join(", ")}`,
});

/** A name in another language; an empty one removes the former name. */
const OtherName = Text(120)
  .trim()
  .pipe(z.union([z.literal(""), Name]));

/** Texts by the code of their language. Those that a file does not name are kept. */
const ProductTranslations = z.record(
  LanguageCode,
  z.strictObject({
    name: OtherName.optional(),
    details: Details.optional(),
    terms_and_conditions: Details.optional(),
    how_to_use: Details.optional(),
  }),
);
export const ShelfTranslations = z.record(LanguageCode, z.strictObject({ name: OtherName.optional() }));

/** A product in a catalogue file or in a form of the console. */
export const CatalogueProduct = z.strictObject({
  sku: Key,
  name: Name,
  /** The key of a subcategory in this file or in the shop. */
  subcategory: Key,
  denominations: Denominations,
  /** The price on the card; defaults to the first denomination. */
  price_mrp: Rupees.optional(),
  is_available: orText((text) => FLAGS[text.toLowerCase()] ?? text, z.boolean({ error: "must be yes or no" })).default(
    true,
  ),
  /** If absent, a card is drawn from the name. */
  image_url: ImageUrl.optional(),
  details: Details.default(""),
  terms_and_conditions: Details.default(""),
  how_to_use: Details.default(""),
  translations: ProductTranslations.optional(),
  // `Number` would read "1e2" and "0x10" too. Programs write whole numbers as 365.0.
  validity_days: orText(
    (text) => (/^\d+(?:\.0+)?$/.test(foldLine(text)) ? Number(foldLine(text)) : text),
    z
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be 1 to 36500 days" })
      .max(36_500, { error: "must be 1 to 36500 days" }),
  ).default(365),
  /** Suppliers in the order in which they are used, after the brand's own stock; if absent, the product keeps its suppliers. */
  sources: orText(readSources, z.array(Source).max(10)).optional(),
});

const Subcategory = z.strictObject({ key: Key, name: Name, translations: ShelfTranslations.optional() });
const Category = Subcategory.extend({ subcategories: z.array(Subcategory).default([]) });

/** With at most so many products, a transaction does not keep others waiting for too long. */
export const MOST_PRODUCTS = 20_000;
const TOO_MANY = `must have at most ${MOST_PRODUCTS}; the console imports more from a CSV file`;

const CatalogueFileSchema = z.strictObject({
  categories: z.array(Category).max(500).default([]),
  products: z.array(CatalogueProduct).max(MOST_PRODUCTS, { error: TOO_MANY }).default([]),
});

/** A parsed catalogue file, amounts in paise. */
export type CatalogueFile = z.output<typeof CatalogueFileSchema>;

type Parsed = { catalogue: CatalogueFile } | { problems: FileProblem[] };

/**
 * The settings in the brand's tenant.json that a file has to fit: the https origins from which its pages may load pictures, its
 * suppliers, and its languages. The catalogue is in the first language.
 */
type Allowed = { imageOrigins: string[]; suppliers: object; languages: string[] };

/** Parses a catalogue from JSON, amounts in rupees (docs/operating.md). Reports every problem, not only the first. */
export function parseCatalogueFile(text: string, allowed: Allowed): Parsed {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    return { problems: [{ place: "file", reason: describeJsonError(error) }] };
  }
  const parsed = CatalogueFileSchema.safeParse(json, { error: inWords });
  if (!parsed.success) {
    return { problems: toProblems(parsed.error) };
  }
  const { products } = parsed.data;
  const problems = [
    ...findRepeats(parsed.data),
    ...findOwnNames(parsed.data.categories, allowed),
    ...products.flatMap((product, index) =>
      findForeign(product, allowed).map(({ place, reason }) => ({ place: `products[${index}].${place}`, reason })),
    ),
  ];
  return problems.length > 0 ? { problems } : { catalogue: parsed.data };
}

/** The reason why a text is not JSON, with its place if the parser names it. */
export function describeJsonError(error: unknown): string {
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec((error as Error).message) ?? [];
  return line === undefined
    ? "is not JSON: a bracket, a comma or a quote is missing, or one too many"
    : `is not JSON from line ${line}, character ${column} on`;
}

const KINDS: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object with its fields",
};

/** Texts for findings of schemas that define none. */
const inWords: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === "unrecognized_keys")
    return `has ${issue.keys.map((key) => `"${key.slice(0, 60)}"`).join(", ")}, which a catalogue does not have`;
  if (issue.code === "too_big") return `must have at most ${issue.maximum}`;
  if (issue.code !== "invalid_type") return "cannot be read";
  return issue.input === undefined ? "is missing" : `must be ${KINDS[issue.expected] ?? "another kind of value"}`;
};

export type SortedProduct = { product?: CatalogueFile["products"][number]; reasons: string[] };

/** Checks one product of a file, so that valid products can be imported without the others. */
export function sortProduct(value: unknown, allowed: Allowed): SortedProduct {
  const parsed = CatalogueProduct.safeParse(value, { error: inWords });
  const problems = parsed.success ? findForeign(parsed.data, allowed) : toProblems(parsed.error);
  return { product: parsed.data, reasons: problems.map(({ place, reason }) => `${place}: ${reason}`) };
}

/** Checks the categories of a file. */
export function sortCategories(
  categories: unknown,
  allowed: Pick<Allowed, "languages">,
): { categories: CatalogueFile["categories"] } | { problems: FileProblem[] } {
  const parsed = CatalogueFileSchema.safeParse({ categories }, { error: inWords });
  if (!parsed.success) return { problems: toProblems(parsed.error) };
  const problems = [...findRepeats(parsed.data), ...findOwnNames(parsed.data.categories, allowed)];
  return problems.length > 0 ? { problems } : { categories: parsed.data.categories };
}

const toProblems = ({ issues }: z.ZodError): FileProblem[] =>
  issues.map(({ path, message }) => ({ place: spell(path), reason: message }));

/** Formats `["products", 3, "sku"]` as `products[3].sku`. */
const spell = (path: PropertyKey[]) =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "") || "file";

/** The reason against a repeated SKU in a file. The case of letters does not count, because it would make another product. */
export const describeRepeat = (sku: string, first: string, place: string) =>
  sku === first
    ? `"${sku}" is already used at ${place}`
    : `"${sku}" and "${first}" at ${place} differ only in upper and lower case`;

/** The reason against a new SKU: the shop has one that differs only in the case of its letters. */
export const describeSpelling = (sku: string, other: string) =>
  `"${sku}" is "${other}" in the shop. Write it so, or choose another SKU`;

function findRepeats({ categories, products }: CatalogueFile): FileProblem[] {
  const firsts = new Map<string, { key: string; place: string }>();
  const rows = [
    ...categories.map(({ key }, index) => ({ kind: "category", key, place: `categories[${index}].key` })),
    ...categories.flatMap(({ subcategories }, index) =>
      subcategories.map(({ key }, inner) => ({
        kind: "subcategory",
        key,
        place: `categories[${index}].subcategories[${inner}].key`,
      })),
    ),
    ...products.map(({ sku }, index) => ({ kind: "product", key: sku, place: `products[${index}].sku` })),
  ];
  return rows.flatMap(({ kind, key, place }) => {
    const name = `${kind} ${kind === "product" ? key.toLowerCase() : key}`;
    const first = firsts.get(name);
    firsts.set(name, first ?? { key, place });
    return first === undefined ? [] : [{ place, reason: describeRepeat(key, first.key, first.place) }];
  });
}

/** Translations of categories and subcategories into the catalogue's own language. */
function findOwnNames(categories: CatalogueFile["categories"], { languages: [own] }: Pick<Allowed, "languages">) {
  const rows = categories.flatMap((category, at) => [
    { place: `categories[${at}]`, ...category },
    ...category.subcategories.map((row, inner) => ({ place: `categories[${at}].subcategories[${inner}]`, ...row })),
  ]);
  return rows.flatMap(({ place, translations = {} }): FileProblem[] =>
    translations[own!] === undefined ? [] : [{ place: `${place}.translations.${own}`, reason: writtenInFields(own!) }],
  );
}

/** The reason against a picture that the brand's pages could not show. */
export const pictureProblem = (url: string | undefined, imageOrigins: string[]) =>
  url === undefined || url.startsWith("/") || imageOrigins.includes(new URL(url).origin)
    ? undefined
    : `tenant.json's imageOrigins do not list ${new URL(url).origin}`;

/** The names in a product that are unknown to the brand. */
function findForeign(
  { image_url, sources = [], translations = {} }: CatalogueFile["products"][number],
  allowed: Allowed,
): FileProblem[] {
  const [own] = allowed.languages;
  const picture = pictureProblem(image_url, allowed.imageOrigins);
  const problems = sources.flatMap(({ supplier }, at): FileProblem[] => {
    const place = `sources[${at}].supplier`;
    if (!Object.hasOwn(allowed.suppliers, supplier))
      return [{ place, reason: `tenant.json names no supplier "${supplier}"` }];
    const isTwice = sources.findIndex((other) => other.supplier === supplier) < at;
    return isTwice ? [{ place, reason: `"${supplier}" is named twice` }] : [];
  });
  if (translations[own!] !== undefined) problems.push({ place: `translations.${own}`, reason: writtenInFields(own!) });
  return picture === undefined ? problems : [{ place: "image_url", reason: picture }, ...problems];
}

/** The reason against translations into the catalogue's own language. */
export const writtenInFields = (code: string) =>
  `${code} is the catalogue's own language: write the texts in the fields themselves`;
