import { ApiError } from "../base/error.ts";
import { bulkAction, type BulkName } from "../bulk/bulk-actions.ts";
import { DAY_MS } from "../domain/days.ts";
import { findBulkRun, hasBulkRows, insertBulkRows, takeBulkRows } from "../repositories/jobs/bulk-rows.ts";
import { insertNew, type JobRow, setTotal } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import type { Member } from "../staff/member.ts";
import { bulkOf, CheckInput, type RunInput } from "./bulk-job.ts";
import { refuseFullQueue } from "./open-jobs.ts";

/** The most rows of one bulk action. */
export const MOST_ROWS = 10_000;
/** A preview is confirmed within this time: later its rows may be out of date. */
const CONFIRM_MS = DAY_MS;

type Asked = { name: BulkName; ids: string[]; values: object; askedBy: string };

/** Starts the check of a bulk action. @returns the job's id. @throws ApiError 400 for no rows, 409 when too many jobs wait */
export async function checkBulk({ db, clock }: Shop, { name, ids, values, askedBy }: Asked): Promise<string> {
  const rows = [...new Set(ids)];
  if (rows.length === 0) throw new ApiError(400, "Tick at least one row, or choose all that match the filter.");
  return db.transaction(async (tx) => {
    await refuseFullQueue(tx, rows.length);
    const kind = `${name}.check`;
    const { id } = await insertNew(tx, { kind, input: { values }, askedBy, now: clock.now() }, rows.length);
    await insertBulkRows(tx, id, rows);
    return id;
  });
}

/** True if a member may still confirm this check. */
export const isConfirmable = async ({ db, clock }: Shop, job: JobRow): Promise<boolean> =>
  job.state === "done" &&
  bulkOf(job)?.isCheck === true &&
  clock.now() < job.created_at + CONFIRM_MS &&
  (await findBulkRun(db.read, job.id)) === undefined &&
  (await hasBulkRows(db.read, job.id, "ready"));

/** @throws ApiError 409 for a check that nobody can confirm any more */
export async function refuseStarted(shop: Shop, checked: JobRow) {
  if (!(await isConfirmable(shop, checked)))
    throw new ApiError(409, "This has been started already, or is too old. Begin again from the list.");
}

type Confirmed = { reason: string; member: Member };

/**
 * Starts the run of a check, in the name of the member who confirms it. @throws ApiError 409 when that has begun, nothing is left to
 * do, the check is older than a day, or too many jobs wait
 */
export async function runBulk(shop: Shop, checked: JobRow, { reason, member }: Confirmed): Promise<JobRow> {
  const { db, clock } = shop;
  await refuseStarted(shop, checked);
  const { values } = CheckInput.parse(JSON.parse(checked.input));
  const input: RunInput = { check: checked.id, values, reason, origin: member.net, member: member.id };
  const job = { kind: bulkOf(checked)!.name, input, askedBy: member.email, now: clock.now() };
  return db.transaction(async (tx) => {
    await refuseFullQueue(tx, 0);
    const run = await insertNew(tx, job, 0);
    const total = await takeBulkRows(tx, checked.id, run.id);
    // Another press was faster.
    if (total === 0) throw new ApiError(409, "This has been started already. The list of jobs shows it.");
    await setTotal(tx, run.id, total);
    return run;
  });
}

/** The action of a check, with its needs for a reason and a code; undefined for a job that is no check of a bulk action. */
export function neededFor(job: JobRow) {
  const bulk = bulkOf(job);
  return bulk?.isCheck === true ? bulkAction(bulk.name) : undefined;
}
