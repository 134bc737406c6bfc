import { ApiError } from "../base/error.ts";
import { findWrongFormat } from "../domain/files/text-encoding.ts";
import { tooLargeText } from "../limits/file-sizes.ts";
import { deleteParts, insertPart } from "../repositories/jobs/job-files.ts";
import { dropUpload, endUpload, type JobRow, startUpload } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { cutIntoParts } from "./input-file.ts";
import { deletionOf } from "./job-kind.ts";
import { JOB_KINDS, type JobKindName } from "./kinds.ts";
import { refuseFullQueue } from "./open-jobs.ts";

/** The longest time for a file to arrive; the storefront allows as much (app/base/constants.ts). */
export const UPLOAD_MS = 10 * 60_000;
/** An upload that is older never ends, for example after a kill. */
const LEFT_BEHIND_MS = UPLOAD_MS + 60_000;
const EVERY_PART = 10_000;

type NewFile = {
  kind: JobKindName;
  input: object;
  askedBy: string;
  source: AsyncIterable<Buffer>;
  maxBytes: number;
};

/**
 * Stores a file in encrypted parts while it arrives, and starts a job on it. An incomplete upload leaves nothing.
 * @throws ApiError for a file that cannot be used
 */
export async function receiveFile(shop: Shop, file: NewFile): Promise<JobRow> {
  const { db, clock } = shop;
  const { kind, input, askedBy, maxBytes } = file;
  const now = clock.now();
  const job = await db.transaction(async (tx) => {
    await refuseFullQueue(tx, maxBytes);
    return startUpload(tx, { kind, input, askedBy, now }, { maxBytes, until: now + LEFT_BEHIND_MS });
  });
  try {
    const bytes = await keepParts(shop, job, file);
    if (bytes === 0) throw new ApiError(400, "The file is empty.", { file: "The file is empty." });
    if (!(await db.transaction((tx) => endUpload(tx, job.id, bytes)))) throw cutOff();
    return job;
  } catch (error) {
    await db.transaction(async (tx) => {
      await deleteParts(tx, job.id, { limit: EVERY_PART });
      await dropUpload(tx, job.id);
    });
    throw isCutOff(error) ? cutOff() : error;
  }
}

async function keepParts(shop: Shop, job: JobRow, { kind, source, maxBytes }: NewFile): Promise<number> {
  const deleteAt = deletionOf(JOB_KINDS[kind], shop.clock.now());
  let [seq, size] = [0, 0];
  for await (const bytes of cutIntoParts(source)) {
    size += bytes.length;
    const problem = seq === 0 ? findWrongFormat(bytes) : undefined;
    if (problem !== undefined) throw new ApiError(400, problem, { file: problem });
    if (size > maxBytes) throw tooLarge(maxBytes);
    const part = { jobId: job.id, which: "input" as const, seq: seq++, bytes, deleteAt };
    await shop.db.transaction((tx) => insertPart(tx, shop, part));
  }
  return size;
}

function tooLarge(maxBytes: number) {
  const text = tooLargeText(maxBytes);
  return new ApiError(413, text, { file: text });
}

const cutOff = () => new ApiError(400, "The upload was cut off. Nothing was kept; please try again.");

const isCutOff = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(String(error.code));
