import { ApiError } from "../base/error.ts";
import { countParts } from "../repositories/jobs/job-files.ts";
import { askToCancel, insertFollower, insertOnce, type JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import type { Tallies } from "./job-kind.ts";
import { type JobKindName, kindOf } from "./kinds.ts";
import { refuseFullQueue } from "./open-jobs.ts";

export const talliesOf = ({ tallies }: JobRow) => JSON.parse(tallies) as Tallies;

/** True if "Import N rows" is still possible: the check has found rows, and its file is kept. */
export const isApplicable = async ({ db }: Shop, job: JobRow): Promise<boolean> =>
  job.state === "done" &&
  kindOf(job).follower !== undefined &&
  (talliesOf(job).good ?? 0) > 0 &&
  (await countParts(db.read, job.id, "input")) > 0;

/**
 * Starts the job that applies the check `checked`. @throws ApiError 409 when that has begun, the file is gone, or too many jobs
 * wait
 */
export async function applyChecked({ db, clock }: Shop, checked: JobRow, askedBy: string): Promise<JobRow> {
  const { follower } = kindOf(checked);
  const input = JSON.parse(checked.input) as object;
  // A comparison has no file, so its findings are counted.
  const total = checked.total || (talliesOf(checked).good ?? 0);
  const job =
    checked.state === "done" && follower !== undefined
      ? await db.transaction(async (tx) => {
          await refuseFullQueue(tx, total);
          return insertFollower(tx, checked, { kind: follower, input, askedBy, now: clock.now(), total });
        })
      : undefined;
  if (job === undefined) throw new ApiError(409, "This has been applied already, or is gone. Check it again.");
  return job;
}

/**
 * Starts the comparison of all products with their suppliers' catalogues; a comparison that has not ended is returned instead.
 * @returns the job's id. @throws ApiError 409 if the brand has no suppliers
 */
export async function compareWithSuppliers({ db, clock, suppliers }: Shop, askedBy: string): Promise<string> {
  if (suppliers.size === 0) throw new ApiError(409, "This brand has no suppliers.");
  const kind = "suppliers.check" satisfies JobKindName;
  return db.transaction((tx) => insertOnce(tx, { kind, input: {}, askedBy, now: clock.now() }));
}

/** Stops a job before its next slice. @throws ApiError 409 when it has ended */
export async function cancelJob({ db, clock }: Shop, job: JobRow) {
  if (!(await db.transaction((tx) => askToCancel(tx, job.id, clock.now()))))
    throw new ApiError(409, "This job has ended already.");
}
