import { ApiError } from "../../api/base/error.ts";
import { talliesOf } from "../../api/jobs/ask-for-jobs.ts";
import { kindOf } from "../../api/jobs/kinds.ts";
import { readRefused } from "../../api/jobs/refused-rows.ts";
import { finishJob } from "../../api/jobs/run-jobs.ts";
import { IMPORT_KINDS, listUndone, undoImport } from "../../api/jobs/undo-import.ts";
import { findJob, type JobRow, listJobs } from "../../api/repositories/jobs/jobs.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { commandLine } from "../../api/staff/audit-trail.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { JSON_OPTION, printJson, printList, time } from "../command/print.ts";
import { readCount, REASON_OPTION } from "../command/read-value.ts";

const MOST = 1_000;

const list = defineCommand({
  name: "imports list",
  args: ["BRAND"],
  more: `
Imports of the console and of the commands, of the catalogue and of stock, with their undos. An import can be undone until undo_until;
undone_by is the job that did.`,
  options: { limit: { value: "N", about: `how many (50; at most ${MOST})` }, json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const limit = options.limit === undefined ? 50 : readCount(options.limit, "--limit", MOST);
    const rows = await withShop(terminal, BRAND, async ({ db, clock }) => {
      const jobs = await listJobs(db.read, { kinds: IMPORT_KINDS, limit });
      const undone = await listUndone(db.read, jobs);
      return jobs.map((job) => toRow(job, undone(job), clock.now()));
    });
    printList(terminal, rows, { json: options.json, whenEmpty: "No imports." });
  },
});

type Undone = { undo_until: number | null; undone_by: string | null };

function toRow(job: JobRow, { undo_until: until, undone_by }: Undone, now: number) {
  const { name = "" } = JSON.parse(job.input) as { name?: string };
  return {
    id: job.id,
    what: kindOf(job).label,
    file: name,
    state: job.state,
    rows: describe(talliesOf(job)),
    at: time(job.created_at),
    by: job.asked_by,
    undone_by,
    undo_until: until !== null && until > now && undone_by === null ? time(until) : null,
  };
}

const describe = (tallies: Record<string, number>) =>
  Object.entries(tallies)
    .flatMap(([name, count]) => (count > 0 ? [`${count} ${name}`] : []))
    .join(", ");

const undo = defineCommand({
  name: "imports undo",
  args: ["BRAND", "IMPORT"],
  more: `
IMPORT is an id of imports list. It works for seven days. Products and categories become as they were before, and new ones are removed;
cards leave the stock. What somebody has changed or ordered since stays as it is, and is listed with the reason.`,
  options: { reason: REASON_OPTION, json: JSON_OPTION },
  audited: "always",
  async run({ args: { BRAND, IMPORT }, options, terminal }) {
    const { job, left } = await withShop(terminal, BRAND, (shop) => undoAtOnce(shop, IMPORT));
    const { refused = 0, ...tallies } = talliesOf(job);
    if (options.json) printJson(terminal, { job: job.id, state: job.state, ...tallies, left });
    if (job.state !== "done") throw new CommandError(job.problem ?? "the undo was cancelled before its end");
    if (options.json) return;
    terminal.print(`${describe(tallies) || "nothing undone"}; ${refused} left unchanged.`);
    if (left.length > 0) printList(terminal, left, { json: undefined, whenEmpty: "" });
  },
});

async function undoAtOnce(shop: Shop, id: string) {
  const imported = await findJob(shop.db.read, id);
  if (imported === undefined) throw new CommandError(`there is no import ${id}`);
  const undoing = await undoImport(shop, imported, commandLine().name).catch((error: unknown) => {
    throw error instanceof ApiError ? new CommandError(error.detail) : error;
  });
  const job = await finishJob(shop, undoing);
  const left: { what: string; reason: string }[] = [];
  for await (const { rows } of readRefused(shop, undoing))
    left.push(...rows.map(({ place, reason }) => ({ what: place, reason })));
  return { job, left };
}

export const commands = [list, undo];
