import { z } from "zod";

/** GET /_staff/brands/BRAND/views/LIST */
export const ViewsSchema = z.object({
  views: z.array(z.object({ id: z.string(), name: z.string(), query: z.string() })),
  /** Null: all of them. */
  columns: z.array(z.string()).nullable(),
});
export type Views = z.output<typeof ViewsSchema>;
