import {
  type CatalogueFile,
  type FileProblem,
  MOST_PRODUCTS,
  parseCatalogueFile,
} from "../domain/files/catalogue-file.ts";
import { catalogueTable, type KeptField, keptFields } from "../domain/files/catalogue-table.ts";
import { decodeJson, UnusableFile } from "../domain/files/text-encoding.ts";
import type { Shop } from "../shop/shop.ts";
import { isJson, rowOf } from "./catalogue-rows.ts";
import { readWholeTable } from "./read-whole-table.ts";
import { sortBatch } from "./sort-batch.ts";

/** A catalogue whose rows are all good. `reading` describes a table's layout, in sentences. */
type Whole = { catalogue: CatalogueFile; kept: KeptField[]; reading: string[] };

/**
 * Reads a catalogue of CSV, Excel or JSON as a whole, as the console's import reads it in parts.
 * @throws UnusableFile, and the errors of parseFile
 */
export async function readWholeCatalogue(shop: Shop, bytes: Buffer): Promise<Whole | { problems: FileProblem[] }> {
  if (!isJson(bytes.subarray(0, 1024))) return readCatalogueTable(shop, bytes);
  const parsed = parseCatalogueFile(await decodeJson(bytes), shop.tenant);
  return "problems" in parsed ? parsed : { ...parsed, kept: [], reading: [] };
}

async function readCatalogueTable(shop: Shop, bytes: Buffer): Promise<Whole | { problems: FileProblem[] }> {
  const kind = catalogueTable(shop.tenant);
  const { records, columns, reading } = await readWholeTable(shop.tenant.id, bytes, kind, MOST_PRODUCTS);
  if (records.length === 0) throw new UnusableFile("The file holds no products.");
  const rows = records.map((record) => rowOf(columns, record));
  const sorted = await sortBatch(shop.db.read, shop, null, { unit: "line", categories: [], rows });
  const problems = sorted.rows.flatMap(({ place, reasons }) => reasons.map((reason) => ({ place, reason })));
  if (problems.length > 0) return { problems };
  return {
    catalogue: { categories: sorted.categories, products: sorted.rows.flatMap(({ product }) => product ?? []) },
    kept: keptFields(columns),
    reading,
  };
}
