import { z } from "zod";

import { hasChangedMeanwhile, valueOf } from "../base/responses.server.ts";
import type { StaffApi } from "../base/staff-api.server.ts";
import { type BrandFiles, BrandSchema, ProblemsSchema } from "./settings/brand-response.ts";

const SavedSchema = z.object({ problems: ProblemsSchema });

const MAX_TRIES = 3;

/**
 * Saves the result of `change` on the draft, or on the files if there is no draft. Saves nothing if the result is null. Repeats
 * the change if another member has saved between reading and saving.
 */
export async function changeDraft(
  api: StaffApi,
  { brand, url }: { brand: string; url: URL },
  change: (files: BrandFiles) => BrandFiles | null,
) {
  const path = `brands/${brand}/brand`;
  for (let tries = 1; ; tries++) {
    const { draft, files: published, seen } = valueOf(await api.get(path, BrandSchema), url);
    const files = change(draft?.files ?? published);
    if (files === null) return null;
    const saved = await api.post(`${path}/draft`, SavedSchema, { files, seen });
    if (saved.ok || tries === MAX_TRIES || !hasChangedMeanwhile(saved.error)) return saved;
  }
}
