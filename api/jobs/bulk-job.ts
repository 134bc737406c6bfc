import { z } from "zod";

import { ApiError, GATEWAY_SILENT } from "../base/error.ts";
import { type BulkAction, type BulkCall, CHANGED, type Look } from "../bulk/bulk-action.ts";
import { BULK_LISTS, BULK_NAMES, bulkAction, type BulkName, listOf } from "../bulk/bulk-actions.ts";
import type { Actor, Trail } from "../ports/audit.ts";
import { type BulkRow, listBulkRows, moveBulkRow } from "../repositories/jobs/bulk-rows.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import { type JobKind, PassingProblem, type Slice } from "./job-kind.ts";

/** Rows that a check looks at in one slice. */
const ROWS = 200;

/** The input of a check: the member's choices for all rows. */
export const CheckInput = z.object({ values: z.record(z.string(), z.unknown()).default({}) });

/** The input of a run: its check, and the member who has confirmed it. */
export const RunInput = z.object({
  check: z.string(),
  values: z.record(z.string(), z.unknown()),
  reason: z.string(),
  origin: z.string(),
  member: z.string(),
});
export type RunInput = z.output<typeof RunInput>;

type BulkKinds = Record<BulkName | `${BulkName}.check`, JobKind>;

const CHECK = ".check";

/** The bulk action of a job, and its part in it; undefined for another job. */
export function bulkOf({ kind }: Pick<JobRow, "kind">): { name: BulkName; isCheck: boolean } | undefined {
  const isCheck = kind.endsWith(CHECK);
  const name = isCheck ? kind.slice(0, -CHECK.length) : kind;
  return (BULK_NAMES as string[]).includes(name) ? { name: name as BulkName, isCheck } : undefined;
}

/** Two kinds of jobs for each bulk action: its check and its run. */
export const BULK_KINDS = Object.fromEntries(
  BULK_NAMES.flatMap((name) => {
    const action = bulkAction(name);
    const { label, permission, changesCatalogue } = action;
    const { seenWith } = BULK_LISTS[listOf(name)];
    const common = { permission, seenWith, isPrivate: false };
    const check: JobKind = {
      ...common,
      label: `Preview: ${label[0]!.toLowerCase()}${label.slice(1)}`,
      follower: name,
      changesCatalogue: false,
      slices: (shop, job) => checkRows(shop, job, action),
    };
    const run: JobKind = { ...common, label, changesCatalogue, slices: (shop, job) => runRows(shop, job, action) };
    return [
      [`${name}${CHECK}`, check],
      [name, run],
    ];
  }),
) as BulkKinds;

/** `after`: the last row that is done with. */
type Cursor = { after: number };
const cursorOf = ({ cursor }: JobRow): Cursor => (cursor === null ? { after: -1 } : (JSON.parse(cursor) as Cursor));

const GONE = "no longer exists";

async function* checkRows(shop: Shop, job: JobRow, action: BulkAction): AsyncGenerator<Slice> {
  const { values } = CheckInput.parse(JSON.parse(job.input));
  let { after } = cursorOf(job);
  let { done } = job;
  for (;;) {
    const rows = await listBulkRows(shop.db.read, job.id, { after, limit: ROWS });
    if (rows.length === 0) return;
    const looks = await lookAt(shop, rows, action, values);
    after = rows.at(-1)!.seq;
    done += rows.length;
    yield {
      cursor: { after } satisfies Cursor,
      done,
      async apply(tx) {
        for (const row of rows) await moveBulkRow(tx, row, "chosen", toFound(looks.get(row.row_id)));
        const good = rows.filter(({ row_id: id }) => isReady(looks.get(id))).length;
        return { tallies: { good, left: rows.length - good } };
      },
    };
  }
}

const lookAt = async (shop: Shop, rows: BulkRow[], action: BulkAction, values: object) => {
  const ids = rows.map(({ row_id }) => row_id);
  return new Map((await action.look(shop, ids, values)).map((look) => [look.id, look]));
};

type Ready = Look & { reason?: undefined };

const isReady = (look: Look | undefined): look is Ready => look !== undefined && look.reason === undefined;

const toFound = (look: Look | undefined) =>
  isReady(look)
    ? { state: "ready" as const, seen: look.seen ?? null, detail: look.change ?? null }
    : { state: "left" as const, detail: look?.reason ?? GONE };

/** A slice for each row, so that a cancelled job stops between two. */
async function* runRows(shop: Shop, job: JobRow, action: BulkAction): AsyncGenerator<Slice> {
  const input = RunInput.parse(JSON.parse(job.input));
  let { after } = cursorOf(job);
  let { done } = job;
  const trail = await openTrail(shop);
  try {
    for (;;) {
      const [row] = await listBulkRows(shop.db.read, input.check, { after, limit: 1, runId: job.id });
      if (row === undefined) return;
      const outcome = row.state === "ready" ? await actOn(shop, job, { action, input, row, trail }) : DONE;
      after = row.seq;
      done++;
      yield {
        cursor: { after } satisfies Cursor,
        done,
        async apply(tx) {
          const isMoved = await moveBulkRow(tx, row, "ready", outcome);
          return { tallies: { [isMoved ? outcome.state : "done"]: 1 } };
        },
      };
    }
  } finally {
    await trail.close();
  }
}

const NO_TRAIL =
  "The staff's database cannot be reached, so that nothing could be recorded. Rows that are not done stay as they are.";

/** The others would be left out with the same answer, one after another. */
const NO_GATEWAY =
  "The payment gateway does not answer, so nobody knows which payments are still there. Rows that are not done stay as they are: choose them again later.";

/** @throws PassingProblem: no action is done without its entry */
async function openTrail({ openTrail: open, log }: Shop): Promise<Trail> {
  return open().catch((error: unknown) => {
    log.error({ err: error }, "the audit cannot be opened: a job waits");
    throw new PassingProblem(NO_TRAIL);
  });
}

type Part = { action: BulkAction; input: RunInput; row: BulkRow; trail: Trail };

/** A kill behind this transaction leaves the row as done, and one before it leaves the row as it was. */
class DoneBefore extends Error {
  override name = "DoneBefore";
}

type Outcome = { state: "done" | "left" | "waiting"; detail: string | null };
const DONE: Outcome = { state: "done", detail: null };
const leave = (detail: string): Outcome => ({ state: "left", detail });

async function actOn(shop: Shop, job: JobRow, { action, input, row, trail }: Part): Promise<Outcome> {
  const look = (await lookAt(shop, [row], action, input.values)).get(row.row_id);
  if (!isReady(look)) return leave(look?.reason ?? GONE);
  if ((look.seen ?? null) !== row.seen) return leave(CHANGED);
  const actor: Actor = { name: job.asked_by, origin: input.origin, memberId: input.member };
  const call: BulkCall = {
    shop,
    jobId: job.id,
    by: job.asked_by,
    reason: input.reason,
    audit: (act, run) => trail.audited(actor, { ...act, brand: shop.tenant.id }, run),
    async before(tx) {
      if (!(await moveBulkRow(tx, row, "ready", { state: "done", detail: row.detail }))) throw new DoneBefore();
    },
  };
  try {
    const answer = await action.act(call, { id: row.row_id, seen: row.seen ?? "" }, input.values);
    return answer === "waiting" ? { state: "waiting", detail: row.detail } : DONE;
  } catch (error) {
    if (error instanceof DoneBefore) return DONE;
    if (!(error instanceof ApiError)) throw error;
    if (error.code === GATEWAY_SILENT) throw new PassingProblem(NO_GATEWAY);
    return leave(error.detail);
  }
}
