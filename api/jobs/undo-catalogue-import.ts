import { z } from "zod";

import { formerCells, formerColumns, undoChanges } from "../catalogue/undo-catalogue.ts";
import { deleteTheseChanges, listChanges } from "../repositories/jobs/job-changes.ts";
import type { JobRow } from "../repositories/jobs/jobs.ts";
import type { Shop } from "../shop/shop.ts";
import type { JobKind, Slice } from "./job-kind.ts";

const ROWS = 200;

/** The input of a job that undoes an import: the import's id. */
export const UndoInput = z.object({ import: z.string() });

/** Restores products and categories as before an import, except those that somebody has changed or ordered since. */
export const undoCatalogue: JobKind = {
  label: "Undo of a catalogue import",
  seenWith: "catalogue.read",
  permission: "catalogue.edit",
  isPrivate: false,
  changesCatalogue: true,
  slices: undo,
};

/** Subcategories after their products, and categories after their subcategories: new ones are deleted if they are empty. */
const ORDER = ["product", "subcategory", "category"] as const;

/** A change that is taken back, or left with a reason, is deleted: each slice begins with the first change that remains. */
async function* undo({ db, clock, tenant }: Shop, job: JobRow): AsyncGenerator<Slice> {
  const { import: jobId } = UndoInput.parse(JSON.parse(job.input));
  const next = (what: (typeof ORDER)[number]) => listChanges(db.read, jobId, what, { limit: ROWS });
  const codes = tenant.languages.slice(1);
  let { done } = job;
  for (const what of ORDER)
    for (let changes = await next(what); changes.length > 0; changes = await next(what)) {
      const some = changes;
      done += some.length;
      yield {
        cursor: {},
        done,
        async apply(tx) {
          const { restored, removed, left } = await undoChanges(tx, some, clock.now());
          await deleteTheseChanges(
            tx,
            some.map(({ id }) => id),
          );
          const refused = left.map(({ change, reason }) => ({
            place: placeOf(change),
            reason,
            cells: formerCells(change, codes),
          }));
          return { tallies: { restored, removed }, columns: formerColumns(codes), refused };
        },
      };
    }
}

const placeOf = ({ what, key }: { what: string; key: string }) => (what === "product" ? key : `${what} ${key}`);
