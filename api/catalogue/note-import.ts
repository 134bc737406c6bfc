import type { Writer } from "../db/database.ts";
import { undoUntil } from "../domain/imports/undo-days.ts";
import { insertEnded } from "../repositories/jobs/jobs.ts";

/** The file's name and the member who imports it, for the list of imports. */
export type Origin = { name: string; askedBy: string };
export const COMMAND_LINE: Origin = { name: "", askedBy: "command line" };

type Import = {
  kind: "catalogue.import" | "stock.import";
  origin: Origin;
  tallies: Record<string, number>;
  /** In ms. */
  now: number;
};

/** Adds an import that is done at once to the list of jobs. @returns the job's id */
export const noteImport = (tx: Writer, { kind, origin: { name, askedBy }, tallies, now }: Import): Promise<string> =>
  insertEnded(tx, { kind, input: { name }, askedBy, now }, { tallies, cleanAt: undoUntil({ created_at: now }) });
