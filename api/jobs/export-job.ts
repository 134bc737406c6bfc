import type { Writer } from "../db/database.ts";
import type { PlaceInList } from "../db/place-in-list.ts";
import { CSV_MARK, csvLines } from "../domain/files/csv-lines.ts";
import type { ListFile } from "../exports/list-file.ts";
import { orderFile, type OrderFileQuery } from "../exports/order-file.ts";
import { shopperFile, type ShopperQuery } from "../exports/shopper-file.ts";
import { EXPORT_KINDS } from "../repositories/jobs/exports.ts";
import { insertPart, readParts } from "../repositories/jobs/job-files.ts";
import { insertOnce, type JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { deletionOf, type JobKind, type Slice } from "./job-kind.ts";
import { refuseFullQueue } from "./open-jobs.ts";

const COMMON = { isPrivate: true, changesCatalogue: false } as const;

/** Writes a long list of orders as a file. */
export const writeOrders: JobKind = {
  ...COMMON,
  label: "File of orders",
  seenWith: "money.export",
  permission: "money.export",
  slices: (shop, job) => writeParts(orderFile, shop, job),
};

/** Writes a long list of shoppers as a file. */
export const writeShoppers: JobKind = {
  ...COMMON,
  label: "File of shoppers",
  seenWith: "shoppers.export",
  permission: "shoppers.export",
  slices: (shop, job) => writeParts(shopperFile, shop, job),
};

/** The request for an export, as its job's input. */
export type ExportInput = {
  "orders.export": OrderFileQuery;
  "shoppers.export": ShopperQuery;
};
type ExportKind = keyof ExportInput;

export const isExport = (job: { kind: string }): job is { kind: ExportKind } =>
  (EXPORT_KINDS as readonly string[]).includes(job.kind);

/**
 * `after`: the last row that is written; null after the last of all. `parts` of the file, which is deleted at `deleteAt` (ms).
 */
type Cursor = { after: PlaceInList | null; parts: number; deleteAt: number };

const cursorOf = ({ cursor }: JobRow) => (cursor === null ? undefined : (JSON.parse(cursor) as Cursor));

/** A slice for each part of the file. The number of rows is unknown. */
async function* writeParts<Query>(file: ListFile<Query>, shop: Shop, job: JobRow): AsyncGenerator<Slice> {
  let { done } = job;
  let cursor = cursorOf(job);
  const list = await file.open(shop, JSON.parse(job.input) as Query);
  while (cursor?.after !== null) {
    const { rows, next = null } = await list.readPart(cursor?.after);
    // All parts are deleted at the same time, so that nobody reads half of a file.
    const { parts: seq, deleteAt } = cursor ?? { parts: 0, deleteAt: deletionOf(COMMON, shop.clock.now()) };
    const bytes = Buffer.from(seq === 0 ? CSV_MARK + csvLines([file.columns, ...rows]) : csvLines(rows));
    cursor = { after: next, parts: seq + 1, deleteAt };
    done += rows.length;
    const apply = async (tx: Writer) => {
      await insertPart(tx, shop, { jobId: job.id, which: "file", seq, bytes, deleteAt });
      return { tallies: { written: rows.length } };
    };
    yield { cursor, done, apply };
  }
}

/**
 * Starts a job that writes a list as a file; one that has not ended is returned instead.
 * @returns the job's id. @throws ApiError 409 when too many jobs wait
 */
export const startExport = <Kind extends ExportKind>(
  { db, clock }: Shop,
  { kind, input, askedBy }: { kind: Kind; input: ExportInput[Kind]; askedBy: string },
): Promise<string> =>
  db.transaction(async (tx) => {
    await refuseFullQueue(tx, 0);
    return insertOnce(tx, { kind, input, askedBy, now: clock.now() });
  });

/** The time (ms) until which the file of a job can be read; null if there is none. */
export function fileUntil({ clock }: Pick<Shop, "clock">, job: JobRow): number | null {
  if (!isExport(job) || job.state !== "done") return null;
  const { deleteAt = 0 } = cursorOf(job) ?? {};
  return deleteAt > clock.now() ? deleteAt : null;
}

/**
 * The file of a job that has one, part by part. @throws if it is deleted at the same time, so that nobody mistakes a part for the
 * whole
 */
export async function* readFile(shop: Shop, job: JobRow): AsyncGenerator<Buffer> {
  let left = cursorOf(job)?.parts ?? 0;
  for await (const bytes of readParts(shop.db.read, shop, { jobId: job.id, which: "file" })) {
    yield bytes;
    left--;
  }
  if (left !== 0) throw new Error(`The file of job ${job.id} was deleted while it was read.`);
}
