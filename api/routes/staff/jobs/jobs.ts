import { z } from "zod";

import { ApiError, notFound } from "../../../base/error.ts";
import { permissionsIn } from "../../../domain/roles.ts";
import { parse, parseBody, parseQuery, Text } from "../../../http/parse.ts";
import { cutPage, Place } from "../../../http/place-in-list.ts";
import { readCode } from "../../../http/read-code.ts";
import { ReasonBody } from "../../../http/reason.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { neededFor, refuseStarted, runBulk } from "../../../jobs/ask-for-bulk.ts";
import { applyChecked, cancelJob, isApplicable, talliesOf } from "../../../jobs/ask-for-jobs.ts";
import { bulkOf } from "../../../jobs/bulk-job.ts";
import { fileUntil } from "../../../jobs/export-job.ts";
import { JOB_KIND_NAMES, JOB_KINDS, kindOf } from "../../../jobs/kinds.ts";
import { IMPORT_KINDS, importOf, readUndoState, UNDO_KINDS, undoImport } from "../../../jobs/undo-import.ts";
import { findJob, type JobRow, listJobs } from "../../../repositories/jobs/jobs.ts";
import { confirmMember } from "../../../staff/confirm-member.ts";
import type { BrandCall, BrandRoute } from "../../brand-route.ts";
import { sendFile } from "./send-file.ts";
import { listBulkRowsOf, tellBulk } from "./show-bulk.ts";
import { listCards, listCatalogueChanges, listChangeRows } from "./show-changes.ts";
import {
  listDifferenceRows,
  listDifferences,
  listJobRows,
  listRefused,
  listRefusedRows,
  tellFilter,
  tellJob,
  tellJobs,
  tellReading,
  tellUndo,
} from "./show-job.ts";

const LIMIT = 50;

type Needed = ReturnType<typeof neededFor>;

const ListQuery = z.object({ after: Place.optional(), only: z.literal("imports").optional() });

const UndoForm = ReasonBody.extend({ confirmed: z.literal("1", { error: "Tick this to go on." }) });

/** Jobs: long work for members, its progress, and its refused rows. */
export const jobRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/jobs",
    permission: "jobs.read",
    async handle(call) {
      const { shop, req } = call;
      const { after, only } = parseQuery(ListQuery, req);
      const kinds = kindsSeen(call).filter((kind) => only === undefined || IMPORT_KINDS.includes(kind));
      const jobs = await listJobs(shop.db.read, { kinds, limit: LIMIT + 1, after });
      const { rows, next } = cutPage(jobs, LIMIT, ({ created_at, id }) => ({ value: created_at, id }));
      return { jobs: await tellJobs(shop, rows), next };
    },
  },
  {
    method: "get",
    path: "/jobs.csv",
    permission: "jobs.read",
    handle: (call) => sendCsv(call.res, `jobs-${call.shop.tenant.id}`, listJobRows(call.shop, kindsSeen(call))),
  },
  {
    method: "get",
    path: "/jobs/:job",
    permission: "jobs.read",
    async handle(call) {
      const { shop } = call;
      const job = await jobOf(call);
      return {
        job: tellJob(job),
        may_act: mayAct(call, job),
        is_applicable: await isApplicable(shop, job),
        undoes: importOf(job),
        undo: tellUndo(await readUndoState(shop, job)),
        refused: await listRefused(shop, job),
        differences: job.kind === "suppliers.check" ? await listDifferences(shop, job) : [],
        catalogue: job.kind === "catalogue.check" ? await listCatalogueChanges(shop, job) : null,
        cards: job.kind === "stock.check" ? await listCards(shop, job) : null,
        filter: tellFilter(call, job),
        reading: tellReading(job),
        file_until: fileUntil(shop, job),
        bulk: await tellBulk(shop, job),
      };
    },
  },
  {
    method: "get",
    path: "/jobs/:job/refused",
    // The rows are those of the file, with codes of stock, so only members who may upload such a file may read them.
    permission: "jobs.read",
    needsCode: true,
    async handle(call) {
      const job = await ownJobOf(call);
      await call.audit({ act: "job.export", subject: job.id }, () =>
        sendCsv(call.res, `refused-${job.id}`, listRefusedRows(call.shop, job)),
      );
    },
  },
  {
    method: "get",
    path: "/jobs/:job/differences",
    permission: "jobs.read",
    async handle(call) {
      const job = await jobOf(call);
      if (job.kind !== "suppliers.check") throw notFound();
      await sendCsv(call.res, `differences-${job.id}`, listDifferenceRows(call.shop, job));
    },
  },
  {
    method: "get",
    path: "/jobs/:job/changes",
    permission: "jobs.read",
    async handle(call) {
      const job = await jobOf(call);
      if (job.kind !== "catalogue.check" && job.kind !== "stock.check") throw notFound();
      await sendCsv(call.res, `changes-${job.id}`, listChangeRows(call.shop, job));
    },
  },
  {
    method: "get",
    path: "/jobs/:job/rows",
    permission: "jobs.read",
    async handle(call) {
      const job = await jobOf(call);
      if (bulkOf(job) === undefined) throw notFound();
      await sendCsv(call.res, `rows-${job.id}`, listBulkRowsOf(call.shop, job));
    },
  },
  {
    method: "get",
    path: "/jobs/:job/file",
    permission: "jobs.read",
    needsCode: true,
    handle: async (call) => sendFile(call, await ownJobOf(call)),
  },
  {
    method: "post",
    path: "/jobs/:job/apply",
    permission: "jobs.read",
    async handle(call) {
      const checked = await ownJobOf(call);
      const needed = neededFor(checked);
      if (needed !== undefined) return confirm(call, checked, needed);
      const act = { act: kindOf(checked).follower ?? checked.kind, subject: checked.id, after: talliesOf(checked) };
      const { id, kind } = await call.audit(act, () => applyChecked(call.shop, checked, call.member.email));
      return { job: id, kind };
    },
  },
  {
    method: "post",
    path: "/jobs/:job/undo",
    permission: "catalogue.edit",
    handle: (call) => undo(call, "catalogue.undo"),
  },
  // A download of stock needs a code of the member.
  {
    method: "post",
    path: "/jobs/:job/withdraw",
    permission: "stock.edit",
    needsCode: true,
    handle: (call) => undo(call, "stock.withdraw"),
  },
  {
    method: "post",
    path: "/jobs/:job/cancel",
    permission: "jobs.read",
    async handle(call) {
      const job = await ownJobOf(call);
      await call.audit({ act: "job.cancel", subject: job.id, before: talliesOf(job) }, () => cancelJob(call.shop, job));
    },
  },
];

/** Starts the run of a bulk action, with a reason and a code if the single action needs them. */
async function confirm(call: BrandCall, checked: JobRow, { needsReason, needsCode }: NonNullable<Needed>) {
  const { shop, staff, member, req } = call;
  await refuseStarted(shop, checked);
  const { reason } = needsReason ? parseBody(ReasonBody, req) : { reason: "" };
  if (needsCode) await confirmMember(staff, member, readCode(req));
  const act = { act: kindOf(checked).follower!, subject: checked.id, after: talliesOf(checked) };
  const { id, kind } = await call.audit({ ...act, ...(needsReason && { reason }) }, () =>
    runBulk(shop, checked, { reason, member }),
  );
  return { job: id, kind };
}

async function undo(call: BrandCall, kind: (typeof UNDO_KINDS)[keyof typeof UNDO_KINDS]) {
  const job = await ownJobOf(call);
  const { reason } = parseBody(UndoForm, call.req);
  if ((UNDO_KINDS as Record<string, string>)[job.kind] !== kind) throw new ApiError(409, "This job cannot be undone.");
  const act = { act: kind, subject: job.id, before: talliesOf(job), reason };
  const id = await call.audit(act, () => undoImport(call.shop, job, call.member.email));
  return { job: id, kind: act.act };
}

const heldIn = ({ member, shop }: BrandCall) => permissionsIn(member.grants, shop.tenant.id);

/** The kinds of jobs that this member may see. */
const kindsSeen = (call: BrandCall) => JOB_KIND_NAMES.filter((kind) => heldIn(call).has(JOB_KINDS[kind].seenWith));

/** A job that this member may see. */
async function jobOf(call: BrandCall): Promise<JobRow> {
  const job = await findJob(call.shop.db.read, parse(Text(64), call.req.params.job));
  if (job === undefined || !heldIn(call).has(kindOf(job).seenWith)) throw notFound();
  return job;
}

const mayAct = (call: BrandCall, job: JobRow) => heldIn(call).has(kindOf(job).permission);

/** A job that this member may act on. */
async function ownJobOf(call: BrandCall): Promise<JobRow> {
  const job = await jobOf(call);
  if (!mayAct(call, job)) throw notFound();
  return job;
}
