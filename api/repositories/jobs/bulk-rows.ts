import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { JobTables } from "../../db/schema-jobs.ts";

export type BulkRow = Selectable<JobTables["bulk_rows"]>;
export type BulkState = BulkRow["state"];

/** Rows in one statement. */
const BATCH = 500;

/** Stores the chosen rows of a new check. */
export async function insertBulkRows(tx: Writer, jobId: string, ids: string[]) {
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = ids.slice(start, start + BATCH).map((row_id, at) => ({
      job_id: jobId,
      seq: start + at,
      row_id,
      state: "chosen" as const,
      seen: null,
      detail: null,
      run_id: null,
    }));
    await tx.insertInto("bulk_rows").values(rows).execute();
  }
}

type Page = { after: number; limit: number; states?: BulkState[]; runId?: string };

/** The next rows of a check, or of the run `runId`, in the order of their list. */
export const listBulkRows = (db: Reader, jobId: string, { after, limit, states, runId }: Page): Promise<BulkRow[]> =>
  db
    .selectFrom("bulk_rows")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("seq", ">", after)
    .$if(states !== undefined, (query) => query.where("state", "in", states!))
    .$if(runId !== undefined, (query) => query.where("run_id", "=", runId!))
    .orderBy("seq")
    .limit(limit)
    .execute();

type Key = Pick<BulkRow, "job_id" | "seq">;
type Outcome = Pick<BulkRow, "state" | "detail"> & { seen?: string | null };

/** Stores the state of a row that was in the state `from`. @returns false if it was not */
export async function moveBulkRow(tx: Writer, { job_id, seq }: Key, from: BulkState, to: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("bulk_rows")
    .set(to)
    .where("job_id", "=", job_id)
    .where("seq", "=", seq)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives the ready rows of a check to its run. @returns their number; 0 if another run has them */
export async function takeBulkRows(tx: Writer, jobId: string, runId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("bulk_rows")
    .set({ run_id: runId })
    .where("job_id", "=", jobId)
    .where("state", "=", "ready")
    .where("run_id", "is", null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The run of a check; undefined before a member has confirmed it. */
export const findBulkRun = async (db: Reader, jobId: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("bulk_rows")
    .select("run_id")
    .where("job_id", "=", jobId)
    .where("run_id", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row?.run_id ?? undefined;
};

export const hasBulkRows = async (db: Reader, jobId: string, state?: BulkState): Promise<boolean> =>
  (await listBulkRows(db, jobId, { after: -1, limit: 1, ...(state !== undefined && { states: [state] }) })).length > 0;

/** Deletes at most `limit` rows of a check. @returns their number */
export async function deleteBulkRows(tx: Writer, jobId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("bulk_rows")
    .where("job_id", "=", jobId)
    .where("seq", "in", (query) =>
      query.selectFrom("bulk_rows").select("seq").where("job_id", "=", jobId).orderBy("seq").limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
