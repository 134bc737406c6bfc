import { readParts } from "../repositories/jobs/job-files.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import type { TableFile } from "./read-table.ts";

/** Every part of an input except the last has this many bytes. */
const PART_BYTES = 256 * 1024;

export const inputOf = (shop: Shop, { id, total }: JobRow): TableFile => ({
  brand: shop.tenant.id,
  size: total,
  open: (from) => readInput(shop, id, from),
});

/** A job's input from a byte on, part by part. */
async function* readInput(shop: Shop, jobId: string, from: number): AsyncGenerator<Buffer> {
  let skipped = from % PART_BYTES;
  for await (const part of readParts(shop.db.read, shop, {
    jobId,
    which: "input",
    seq: Math.floor(from / PART_BYTES),
  })) {
    yield part.subarray(skipped);
    skipped = 0;
  }
}

/** Cuts a stream into parts of PART_BYTES; the last one may be shorter. */
export async function* cutIntoParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    let bytes = Buffer.concat(held);
    for (; bytes.length >= PART_BYTES; bytes = bytes.subarray(PART_BYTES)) yield bytes.subarray(0, PART_BYTES);
    held = [bytes];
    size = bytes.length;
  }
  if (size > 0) yield Buffer.concat(held);
}
