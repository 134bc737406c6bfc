import type { Generated } from "kysely";

/** The tables by which members of the staff find orders and shoppers by fragments. All can be made again from the others. */
export type SearchTables = {
  search_orders: SearchTexts;
  search_recipients: SearchTexts;
  search_shoppers: SearchTexts;
  search_notes: SearchNotes;
  search_gaps: SearchGaps;
};

/** One text for each order or shopper: its searched values in the form of `foldSearch`, a line each. */
type SearchTexts = {
  /** A greater number is newer: rows from before migration 077 have numbers below 0. */
  id: number;
  /** The id of the order or shopper: unique. */
  ref: string;
  text: string;
};

/** Written by triggers: the row `ref` has changed, so the text of its order or shopper has to be made again. */
type SearchNotes = { id: Generated<number>; kind: NoteKind; ref: string };

export type NoteKind = "order" | "payment" | "line" | "shopper";

/** The older rows, which have no text yet: those before this place, newest first. Without a row all have one. */
type SearchGaps = { kind: "order" | "shopper"; before_at: number; before_id: string };
