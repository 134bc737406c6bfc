import { BULK_LISTS, bulkAction, listOf } from "../../../bulk/bulk-actions.ts";
import { isConfirmable } from "../../../jobs/ask-for-bulk.ts";
import { bulkOf, CheckInput, RunInput } from "../../../jobs/bulk-job.ts";
import { type BulkRow, type BulkState, findBulkRun, listBulkRows } from "../../../repositories/jobs/bulk-rows.ts";
import type { JobRow } from "../../../repositories/jobs/jobs.ts";
import type { Shop } from "../../../shop/shop.ts";

/** Rows of each kind on a job's page; its file contains all. */
const SHOWN = 200;
/** Rows of one statement. */
const PAGE = 500;

/** The bulk action of a job, in the form for the console; null for another job. */
export async function tellBulk(shop: Shop, job: JobRow) {
  const bulk = bulkOf(job);
  if (bulk === undefined) return null;
  const { needsCode, needsReason } = bulkAction(bulk.name);
  const run = bulk.isCheck ? ((await findBulkRun(shop.db.read, job.id)) ?? null) : null;
  const asked = bulk.isCheck ? undefined : RunInput.safeParse(JSON.parse(job.input)).data;
  return {
    action: bulk.name,
    is_check: bulk.isCheck,
    needs_code: needsCode,
    needs_reason: needsReason,
    is_confirmable: await isConfirmable(shop, job),
    /** The check of a run, and the run of a check. */
    check: asked?.check ?? null,
    run,
    reason: asked?.reason || null,
    values: asked?.values ?? (bulk.isCheck ? CheckInput.parse(JSON.parse(job.input)).values : {}),
    left: await listSome(shop, job, ["left"]),
    others: await listSome(shop, job, ["chosen", "ready", "done", "waiting"]),
  };
}

const listSome = async (shop: Shop, job: JobRow, states: BulkState[]) => readRows(shop, job, -1, SHOWN, states);

async function readRows(shop: Shop, job: JobRow, after: number, limit: number, states?: BulkState[]) {
  const bulk = bulkOf(job)!;
  const of = bulk.isCheck
    ? { check: job.id, runId: undefined }
    : { check: RunInput.safeParse(JSON.parse(job.input)).data?.check ?? "", runId: job.id };
  const rows = await listBulkRows(shop.db.read, of.check, { after, limit, states, runId: of.runId });
  const { names } = BULK_LISTS[listOf(bulk.name)];
  const ids = rows.map(({ row_id }) => row_id);
  const nameOf = new Map((ids.length === 0 ? [] : await names(shop, ids)).map(({ id, name }) => [id, name]));
  return rows.map((row) => tellRow(row, nameOf));
}

const tellRow = ({ seq, row_id, state, detail }: BulkRow, nameOf: Map<string, string>) => ({
  seq,
  id: row_id,
  name: nameOf.get(row_id) ?? row_id,
  state,
  detail,
});

/** A row that the job has not come to. */
const notDone = ({ state }: JobRow, isCheck: boolean) => {
  if (isCheck) return "can be done";
  return state === "queued" || state === "running" ? "waits" : "not done";
};

/** All rows of a bulk action with their outcomes, as rows of a file. */
export async function* listBulkRowsOf(shop: Shop, job: JobRow) {
  const { name, isCheck } = bulkOf(job)!;
  const outcomes: Record<BulkState, string> = {
    chosen: "not looked at",
    ready: notDone(job, isCheck),
    left: "left out",
    done: "done",
    waiting: "waits for a second member",
  };
  yield [BULK_LISTS[listOf(name)].column, "outcome", "detail"];
  for (let after = -1; ;) {
    const rows = await readRows(shop, job, after, PAGE);
    for (const row of rows) yield [row.name, outcomes[row.state], row.detail];
    if (rows.length < PAGE) return;
    after = rows.at(-1)!.seq;
  }
}
