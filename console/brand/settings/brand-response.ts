import { z } from "zod";

const FilesSchema = z.object({
  tenant: z.record(z.string(), z.unknown()),
  pages: z.record(z.string(), z.string()),
});
/** A brand's tenant.json as it is written, and its pages' Markdown. */
export type BrandFiles = z.output<typeof FilesSchema>;

export const ProblemsSchema = z.record(z.string(), z.string());

const VersionSchema = z.object({
  number: z.number(),
  changed: z.array(z.string()),
  made_by: z.string(),
  made_at: z.number(),
  reason: z.string().nullable(),
});
export type Version = z.output<typeof VersionSchema>;

export const BrandSchema = z.object({
  files: FilesSchema,
  /** The mark of the version that a change is based on. */
  seen: z.string(),
  draft: z
    .object({
      files: FilesSchema,
      by: z.string(),
      at: z.number(),
      is_stale: z.boolean(),
      problems: ProblemsSchema,
    })
    .optional(),
  /** A version that is not fully written to its files, and the files that somebody has changed since. */
  unwritten: z.object({ number: z.number(), edited: z.array(z.string()) }).nullable(),
  read_only: z.enum(["kept elsewhere", "not writable"]).nullable(),
  versions: z.array(VersionSchema),
});
export type BrandResponse = z.output<typeof BrandSchema>;
