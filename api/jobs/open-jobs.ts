import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { sumOpenJobs } from "../repositories/jobs/jobs.ts";

/** The most open jobs of a brand, and the most bytes of their files. */
const MOST_OPEN = 20;
const MOST_BYTES = 1024 * 1024 * 1024;

/** Makes room for one more job with a file of `bytes`, until the transaction ends. @throws ApiError 409 */
export async function refuseFullQueue(tx: Writer, bytes: number) {
  await lockNames(tx, ["open jobs"]);
  const open = await sumOpenJobs(tx);
  if (open.jobs < MOST_OPEN && open.bytes + bytes <= MOST_BYTES) return;
  const what =
    open.jobs < MOST_OPEN ? "The files of the brand's jobs together are too large" : `${open.jobs} jobs wait`;
  const text = `${what}. Nothing was kept: wait until one has ended, or cancel one, and try again.`;
  throw new ApiError(409, text, { file: text });
}
