import { writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";

import { describeJsonError } from "../domain/files/catalogue-file.ts";
import type { TableColumns } from "../domain/files/table-header.ts";
import { decodeJson, UnusableFile } from "../domain/files/text-encoding.ts";
import { readXlsx } from "../domain/files/xlsx.ts";
import { MOST_WHOLE_PRODUCTS } from "../limits/file-sizes.ts";
import { endWithParent } from "./end-with-parent.ts";

// node parse-program.ts xlsx [columns]|json: reads a file from the standard input, and writes lines of JSON: a head, and one for
// each row; or only a head that names the problem of the file. `columns`: TableColumns as JSON. parse-file.ts starts it.

/** More categories than any shop has; each takes a statement of one transaction. */
const MOST_SHELVES = 5_000;
/** The most letters of one product: three texts of 20,000 letters, each of which may take six in JSON. */
const MOST_LETTERS = 500_000;
/** A catalogue has five levels. */
const MOST_LEVELS = 50;

async function readRows(bytes: Buffer, columns: string | undefined) {
  const kind = columns === undefined ? undefined : (JSON.parse(columns) as TableColumns);
  const { rows, ...head } = await readXlsx(bytes, MOST_WHOLE_PRODUCTS + 1, kind);
  return { head, rows };
}

async function readProducts(bytes: Buffer) {
  const text = await decodeJson(bytes);
  if (isNestedDeeply(text)) throw new UnusableFile("The file nests lists or objects too deeply.");
  let json: { categories?: unknown; products?: unknown };
  try {
    json = JSON.parse(text) as typeof json;
  } catch (error) {
    throw new UnusableFile(`The file ${describeJsonError(error)}.`);
  }
  const { categories = [], products = [], ...rest } = json;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new UnusableFile(`The file holds "${unknown.slice(0, 100)}", which a catalogue does not have.`);
  if (!Array.isArray(products)) throw new UnusableFile(`"products" must be a list.`);
  if (!Array.isArray(categories)) throw new UnusableFile(`"categories" must be a list.`);
  if (countShelves(categories as unknown[]) > MOST_SHELVES)
    throw new UnusableFile(`The file has more than ${MOST_SHELVES} categories and subcategories.`);
  if (products.length > MOST_WHOLE_PRODUCTS)
    throw new UnusableFile(
      `The file has more than ${MOST_WHOLE_PRODUCTS} products. Split it, or send it as CSV, which may have more.`,
    );
  const long = (products as unknown[]).findIndex((product) => JSON.stringify(product).length > MOST_LETTERS);
  if (long !== -1) throw new UnusableFile(`products[${long}] takes more than ${MOST_LETTERS} letters.`);
  return { head: { categories }, rows: products as unknown[] };
}

/** The functions that read and write JSON call themselves for each level. */
function isNestedDeeply(text: string): boolean {
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (part === "[" || part === "{") depth++;
    else if (part === "]" || part === "}") depth--;
    if (depth > MOST_LEVELS) return true;
  }
  return false;
}

/** Counts before the process that answers requests looks at each category. */
function countShelves(categories: unknown[]) {
  const sizes = categories.map((category) => {
    const { subcategories } = (category ?? {}) as { subcategories?: unknown };
    return Array.isArray(subcategories) ? subcategories.length : 0;
  });
  return categories.length + sizes.reduce((sum, size) => sum + size, 0);
}

// If the machine runs out of memory, Linux should end this process, and not the one that answers requests.
if (process.platform === "linux") writeFileSync("/proc/self/oom_score_adj", "1000");

endWithParent();
const bytes = await buffer(process.stdin);
try {
  const [, , format, columns] = process.argv;
  const { head, rows } = format === "xlsx" ? await readRows(bytes, columns) : await readProducts(bytes);
  process.stdout.write(JSON.stringify({ ...head, rows: rows.length }));
  for (const row of rows) process.stdout.write(`\n${JSON.stringify(row)}`);
} catch (error) {
  if (!(error instanceof UnusableFile)) throw error;
  process.stdout.write(JSON.stringify({ problem: error.message }));
}
