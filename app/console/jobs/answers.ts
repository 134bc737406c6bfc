import { z } from "zod";

const JobSchema = z.object({
  ...{ id: z.string(), kind: z.string(), label: z.string(), asked_by: z.string() },
  /** Its name, which may be empty; null for a job that has none. */
  file: z.string().nullable(),
  state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
  ...{ done: z.number(), total: z.number(), created_at: z.number(), finished_at: z.number().nullable() },
  problem: z.string().nullable(),
  is_stopping: z.boolean(),
  tallies: z.record(z.string(), z.number()),
});
export type Job = z.output<typeof JobSchema>;

export const JobsSchema = z.object({ jobs: z.array(JobSchema), next: z.string().nullable() });

/** What the list of a job's file was asked for; times in ms. */
const FilterSchema = z.object({
  ...{ q: z.string(), status: z.string(), attention: z.string(), gateway: z.string(), by: z.string() },
  ...{ state: z.enum(["disabled", "unverified"]), since: z.number(), until: z.number() },
});

/** What a supplier sells otherwise than the shop knew. */
const DifferenceSchema = z.object({
  ...{ sku: z.string(), supplier: z.string(), supplier_sku: z.string() },
  ...{ change: z.enum(["gone", "back", "amounts", "note"]), detail: z.string() },
});
export type Difference = z.output<typeof DifferenceSchema>;

export const ShownJobSchema = z.object({
  job: JobSchema,
  may_act: z.boolean(),
  is_applicable: z.boolean(),
  /** Cards of an import that nobody has bought. */
  withdrawable: z.number(),
  refused: z.array(
    z.object({
      ...{ place: z.string(), reason: z.string() },
      /** Absent for files that hold codes. */
      cells: z.array(z.object({ column: z.string(), text: z.string() })).default([]),
    }),
  ),
  differences: z.array(DifferenceSchema),
  /** Null for a job that writes no list. */
  filter: FilterSchema.partial().nullable(),
  /** Until when what it has written can be downloaded; null where there is nothing. */
  file_until: z.number().nullable(),
});
export type ShownJob = z.output<typeof ShownJobSchema>;
