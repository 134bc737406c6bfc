import { setImmediate } from "node:timers/promises";

import { type RawCatalogue, readTable } from "../domain/files/catalogue-table.ts";
import { NotCsv, readCsv, unguard } from "../domain/files/csv.ts";
import { NotXlsx, readXlsx } from "../domain/files/xlsx.ts";
import { PART_BYTES } from "./input-file.ts";
import { JobProblem } from "./job-kind.ts";

/** Reads a catalogue as Excel, JSON or CSV, whichever the file is. @throws JobProblem */
export async function readCatalogue(bytes: Buffer): Promise<RawCatalogue> {
  if (bytes.subarray(0, 2).toString("latin1") === "PK")
    return orProblem(readTable(await readXlsx(bytes).catch(asProblem(NotXlsx))));
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (text.trimStart().startsWith("{")) return readJson(text);
  const records = await Array.fromAsync(readCsv(inParts(bytes))).catch(asProblem(NotCsv));
  return orProblem(readTable(records.map(({ line, cells }) => ({ line, cells: cells.map(unguard) }))));
}

/** Others get their turn between the parts. */
async function* inParts(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += PART_BYTES) {
    yield bytes.subarray(start, start + PART_BYTES);
    await setImmediate();
  }
}

/** The message of such an error is for the member. */
const asProblem =
  (Kind: typeof NotCsv | typeof NotXlsx) =>
  (error: unknown): never => {
    throw error instanceof Kind ? new JobProblem(error.message) : error;
  };

function orProblem(read: RawCatalogue | string): RawCatalogue {
  if (typeof read === "string") throw new JobProblem(read);
  return read;
}

function readJson(text: string): RawCatalogue {
  let json: { categories?: unknown; products?: unknown };
  try {
    json = JSON.parse(text) as typeof json;
  } catch (error) {
    throw new JobProblem(`The file is not JSON: ${(error as Error).message.replace(/\s+/g, " ")}`);
  }
  const { categories, products = [], ...rest } = json;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw new JobProblem(`The file holds "${unknown}", which a catalogue does not have.`);
  if (!Array.isArray(products)) throw new JobProblem(`"products" must be a list.`);
  return {
    categories,
    columns: ["product"],
    kept: [],
    products: products.map((value: unknown, at) => ({
      ...{ place: `product ${at + 1}`, value, reasons: [] },
      cells: [JSON.stringify(value)],
    })),
  };
}
