import { z } from "zod";

import { ApiError } from "../error.ts";
import { insertOnce, type JobRow } from "../repositories/jobs/jobs.ts";
import { countUnbought, deleteUnbought, listImported } from "../repositories/stock/imported.ts";
import type { Shop } from "../shop.ts";
import type { JobKind, Slice } from "./job-kind.ts";

const CARDS = 500;

/** The job's input: the import that is taken back. */
const Input = z.object({ import: z.string() });
type Cursor = { after: string };

/** Takes the cards of an import out of the stock, except those that are sold, reserved or shown. */
export const withdrawStock: JobKind = {
  label: "Withdrawal of a stock import",
  seenWith: "catalogue.read",
  permission: "stock.edit",
  isPrivate: false,
  changesCatalogue: true,
  slices: withdraw,
};

async function* withdraw({ db }: Shop, job: JobRow): AsyncGenerator<Slice> {
  const { import: jobId } = Input.parse(JSON.parse(job.input));
  let { after } = job.cursor === null ? { after: "" } : (JSON.parse(job.cursor) as Cursor);
  let { done } = job;
  for (let ids = await listImported(db.read, jobId, after, CARDS); ids.length > 0;) {
    after = ids.at(-1)!;
    done += ids.length;
    const cards = ids;
    yield {
      ...{ cursor: { after } satisfies Cursor, done },
      async apply(tx) {
        const withdrawn = await deleteUnbought(tx, jobId, cards);
        return { tallies: { withdrawn, kept: cards.length - withdrawn } };
      },
    };
    ids = await listImported(db.read, jobId, after, CARDS);
  }
}

/** How many cards of a job could be withdrawn now. */
export const countWithdrawable = async ({ db }: Shop, job: JobRow): Promise<number> =>
  job.kind === "stock.import" && job.finished_at !== null ? countUnbought(db.read, job.id) : 0;

/**
 * Starts the job that takes back the cards of an import which nobody has bought; one that has not ended is it.
 * @returns the job's id. @throws ApiError 409 where there are none, or the import has not ended
 */
export async function withdrawImport(shop: Shop, imported: JobRow, askedBy: string): Promise<string> {
  if ((await countWithdrawable(shop, imported)) === 0)
    throw new ApiError(409, "No card of this job can be withdrawn. They are sold or reserved, or it has not ended.");
  const input = { import: imported.id } satisfies z.output<typeof Input>;
  const { added = 0 } = JSON.parse(imported.tallies) as Record<string, number>;
  const now = shop.clock.now();
  return shop.db.transaction((tx) => insertOnce(tx, { kind: "stock.withdraw", input, askedBy, now }, added));
}
