import { contrastProblems } from "#app/tenant/colours.ts";

import type { BrandFiles } from "./brand-answer.ts";

/** What the shop does about colours that nobody could read, in sentences. */
export function findColourFindings({ tenant }: BrandFiles): string[] {
  const { branding } = tenant;
  return typeof branding === "object" && branding !== null ? contrastProblems(branding as Record<string, string>) : [];
}
