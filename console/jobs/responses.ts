import { z } from "zod";

const JobSchema = z.object({
  id: z.string(),
  kind: z.string(),
  label: z.string(),
  asked_by: z.string(),
  /** The file's name, which may be empty; null for a job without a file. */
  file: z.string().nullable(),
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  done: z.number(),
  total: z.number(),
  created_at: z.number(),
  finished_at: z.number().nullable(),
  problem: z.string().nullable(),
  is_stopping: z.boolean(),
  tallies: z.record(z.string(), z.number()),
});
export type Job = z.output<typeof JobSchema>;

export const JobsSchema = z.object({
  jobs: z.array(
    JobSchema.extend({
      /** The end of the time for undoing an import (ms), and the job that has undone it; null for other jobs. */
      undo_until: z.number().nullable(),
      undone_by: z.string().nullable(),
    }),
  ),
  next: z.string().nullable(),
});
export type ListedJob = z.output<typeof JobsSchema>["jobs"][number];

/** A field of the catalogue that an import would change; `field` is "new" for a whole row. */
const ChangeSchema = z.object({
  what: z.enum(["product", "subcategory", "category"]),
  key: z.string(),
  name: z.string(),
  field: z.string(),
  old: z.string(),
  new: z.string(),
  flags: z.array(z.string()),
});
export type Change = z.output<typeof ChangeSchema>;

/** A product and a face value (paise, null for an open value) of a checked stock file. */
const CardGroupSchema = z.object({
  sku: z.string(),
  face_value: z.number().nullable(),
  cards: z.number(),
  flags: z.array(z.string()),
});
export type CardGroup = z.output<typeof CardGroupSchema>;

/** The filter of an exported list; times in ms. */
const FilterSchema = z.object({
  q: z.string(),
  status: z.string(),
  attention: z.string(),
  gateway: z.string(),
  by: z.string(),
  state: z.enum(["disabled", "unverified"]),
  since: z.number(),
  until: z.number(),
});

/** A difference between a supplier's catalogue and the shop's products. */
const DifferenceSchema = z.object({
  sku: z.string(),
  supplier: z.string(),
  supplier_sku: z.string(),
  change: z.enum(["gone", "back", "amounts", "note"]),
  detail: z.string(),
});
export type Difference = z.output<typeof DifferenceSchema>;

const BulkRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(["chosen", "ready", "left", "done", "waiting"]),
  /** The change, or the reason why the row is left out. */
  detail: z.string().nullable(),
});

/** An action on many rows: its preview, or its run. */
const BulkSchema = z.object({
  action: z.string(),
  is_check: z.boolean(),
  needs_code: z.boolean(),
  needs_reason: z.boolean(),
  is_confirmable: z.boolean(),
  check: z.string().nullable(),
  run: z.string().nullable(),
  reason: z.string().nullable(),
  left: z.array(BulkRowSchema),
  others: z.array(BulkRowSchema),
});
export type Bulk = z.output<typeof BulkSchema>;

export const ShownJobSchema = z.object({
  job: JobSchema,
  may_act: z.boolean(),
  is_applicable: z.boolean(),
  /** Null for a job that is no import, or has not ended. */
  undo: z
    .object({
      /** Rows of the catalogue, or cards that nobody has bought. */
      count: z.number(),
      until: z.number(),
      is_over: z.boolean(),
      undone_by: z.string().nullable(),
    })
    .nullable(),
  /** The import that this job undoes. */
  undoes: z.string().nullable(),
  refused: z.array(
    z.object({
      place: z.string(),
      reason: z.string(),
      /** Absent for files that contain codes. */
      cells: z.array(z.object({ column: z.string(), text: z.string() })).default([]),
    }),
  ),
  differences: z.array(DifferenceSchema),
  /** The first changes that a checked catalogue would make; null for other jobs. */
  catalogue: z.object({ changes: z.array(ChangeSchema), flagged: z.array(ChangeSchema) }).nullable(),
  /** The first products and amounts of a checked stock file; null for other jobs. */
  cards: z.object({ groups: z.array(CardGroupSchema), total: z.number() }).nullable(),
  /** Null for a job that writes no list. */
  filter: FilterSchema.partial().nullable(),
  /** Sentences about the way in which its table was read. */
  reading: z.array(z.string()),
  /** The end of the time for downloading the written file (ms); null without a file. */
  file_until: z.number().nullable(),
  /** Null for a job that acts on no list. */
  bulk: BulkSchema.nullable(),
});
export type ShownJob = z.output<typeof ShownJobSchema>;
