import { knowShelves, unknownShelf } from "../catalogue/import-catalogue.ts";
import type { Reader } from "../db/database.ts";
import {
  type CatalogueFile,
  describeRepeat,
  describeSpelling,
  sortCategories,
  type SortedProduct,
  sortProduct,
} from "../domain/files/catalogue-file.ts";
import type { NamedShelf } from "../domain/files/catalogue-table.ts";
import { findOtherSpellings, listShelves } from "../repositories/catalogue/catalogue-rows.ts";
import { type FileKey, findMet, type Met } from "../repositories/jobs/job-keys.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import type { CatalogueBatch, CatalogueRow } from "./catalogue-rows.ts";
import { createShelfFinder } from "./find-shelf.ts";
import { JobProblem } from "./job-kind.ts";

const SHOWN_PROBLEMS = 5;

type Rows = Pick<CatalogueBatch, "unit" | "categories" | "rows">;

type SortedRow = SortedProduct & { place: string; cells: string[] };

export type SortedBatch = {
  rows: SortedRow[];
  /** The categories that the good rows need. */
  categories: CatalogueFile["categories"];
  /** The keys that this batch is the first to name. */
  met: (FileKey & Met)[];
};

/**
 * Finds the reasons against each row of a batch: in itself, in the shop, and in all rows before it.
 * @param job null for a batch that is the whole file
 * @throws JobProblem if the categories of the file cannot be used
 */
export async function sortBatch(db: Reader, shop: Shop, job: JobRow | null, batch: Rows): Promise<SortedBatch> {
  const { unit } = batch;
  const named = categoriesOf(batch.categories, shop);
  const askFor = createShelfFinder(await listShelves(db));
  const sorted = batch.rows
    .map((row) => withKey(row, askFor))
    .map((row) => ({ row, ...sortProduct(row.value, shop.tenant) }));
  const memory = await createMemory(
    db,
    job,
    sorted.flatMap(({ row, product }) => keysOf(row, product)),
  );
  const isKnown = await knowShelves(db, { categories: named });
  const spellings = await findOtherSpellings(
    db,
    sorted.flatMap(({ product }) => product?.sku ?? []),
  );
  const rows = sorted.map(({ row, product, reasons }): SortedRow => {
    const { line, cells, shelf } = row;
    const isNew = (reason: string) => row.reasons.every((own) => fieldOf(own) !== fieldOf(reason));
    const all = [
      ...row.reasons,
      ...reasons.filter(isNew),
      ...(shelf === undefined ? [] : noteShelf(memory, shelf, line)),
    ];
    if (product !== undefined) {
      const { sku, subcategory } = product;
      const first = memory.note({ kind: "product", key: sku.toLowerCase() }, { line, named: sku });
      if (first !== undefined) all.push(`sku: ${describeRepeat(sku, first.named!, `${unit} ${first.line}`)}`);
      const other = spellings.get(sku);
      if (other !== undefined) all.push(`sku: ${describeSpelling(sku, other)}`);
      const isRefused = row.reasons.some((reason) => fieldOf(reason) === "subcategory");
      if (!isRefused && !isKnown(subcategory) && memory.shelfOf(subcategory) === undefined)
        all.push(unknownShelf(subcategory));
    }
    return { place: `${unit} ${line}`, cells, product, reasons: all };
  });
  const needed = rows.flatMap(({ product, reasons }) =>
    product === undefined || reasons.length > 0 ? [] : (memory.shelfOf(product.subcategory) ?? []),
  );
  return { rows, categories: [...named, ...gather(needed)], met: memory.met };
}

/** The row with the key of its subcategory. */
function withKey(row: CatalogueRow, askFor: ReturnType<typeof createShelfFinder>): CatalogueRow {
  const found = row.asked && askFor(row.asked);
  if (found === undefined) return row;
  if ("reason" in found) return { ...row, reasons: row.reasons.concat(`subcategory: ${found.reason}`) };
  return { ...row, value: Object.assign({}, row.value, { subcategory: found.key }) };
}

/** The field of a reason such as "sku: is a formula". */
const fieldOf = (reason: string) => reason.split(":", 1)[0]!;

/** @throws JobProblem */
function categoriesOf(categories: unknown, { tenant }: Shop) {
  const sorted = sortCategories(categories, tenant);
  if ("categories" in sorted) return sorted.categories;
  const told = sorted.problems.slice(0, SHOWN_PROBLEMS).map(({ place, reason }) => `${place} ${reason}`);
  throw new JobProblem(told.join("; "));
}

const keysOf = ({ shelf }: CatalogueRow, product: SortedProduct["product"]): FileKey[] => [
  ...(product === undefined ? [] : [{ kind: "product" as const, key: product.sku.toLowerCase() }]),
  ...(product === undefined ? [] : [{ kind: "subcategory" as const, key: product.subcategory }]),
  ...(shelf === undefined ? [] : [{ kind: "subcategory" as const, key: shelf.subcategory }]),
  ...(shelf === undefined ? [] : [{ kind: "category" as const, key: shelf.category }]),
];

type Memory = Awaited<ReturnType<typeof createMemory>>;

/** These keys, as far as a job has met them in its file. */
async function createMemory(db: Reader, job: JobRow | null, keys: FileKey[]) {
  const byName = new Map(keys.map((key) => [`${key.kind} ${key.key}`, key]));
  const before = job === null ? () => undefined : await findMet(db, job.id, [...byName.values()]);
  const fresh = new Map<string, FileKey & Met>();
  const find = (key: FileKey): Met | undefined => fresh.get(`${key.kind} ${key.key}`) ?? before(key);
  return {
    find,
    /** @returns the earlier place of the key; undefined for the first time */
    note(key: FileKey, met: Met): Met | undefined {
      const known = find(key);
      if (known === undefined) fresh.set(`${key.kind} ${key.key}`, { ...key, ...met });
      return known;
    },
    /** The subcategory under the names of the file. */
    shelfOf(subcategory: string): NamedShelf | undefined {
      const known = find({ kind: "subcategory", key: subcategory });
      return known && (JSON.parse(known.named!) as NamedShelf);
    },
    get met() {
      return [...fresh.values()];
    },
  };
}

/** Notes the subcategory that a row names. Rows with different names for it contradict each other. */
function noteShelf(memory: Memory, shelf: NamedShelf, line: number): string[] {
  const keys = {
    category: { kind: "category" as const, key: shelf.category },
    subcategory: { kind: "subcategory" as const, key: shelf.subcategory },
  };
  const [category, subcategory] = [memory.find(keys.category), memory.find(keys.subcategory)];
  const known = memory.shelfOf(shelf.subcategory) ?? shelf;
  const categoryName = category?.named ?? shelf.categoryName;
  const reasons = [
    ...(categoryName === shelf.categoryName
      ? []
      : [`category "${shelf.category}" is called "${categoryName}" on line ${category!.line}`]),
    ...(known.name === shelf.name
      ? []
      : [`subcategory "${shelf.subcategory}" is called "${known.name}" on line ${subcategory!.line}`]),
    ...(known.category === shelf.category
      ? []
      : [`subcategory "${shelf.subcategory}" is in category "${known.category}" on line ${subcategory!.line}`]),
  ];
  if (reasons.length > 0) return reasons;
  memory.note(keys.category, { line, named: shelf.categoryName });
  memory.note(keys.subcategory, { line, named: JSON.stringify(shelf) });
  return [];
}

/** Categories with the subcategories that rows need, each once. */
function gather(shelves: NamedShelf[]): CatalogueFile["categories"] {
  const categories = new Map<string, CatalogueFile["categories"][number]>();
  for (const { category, categoryName, subcategory, name } of shelves) {
    const known = categories.get(category) ?? { key: category, name: categoryName, subcategories: [] };
    categories.set(category, known);
    if (known.subcategories.every(({ key }) => key !== subcategory))
      known.subcategories.push({ key: subcategory, name });
  }
  return [...categories.values()];
}
