import type { ConsoleBrand, Me } from "../member.ts";

/** Whose staff the member manages: single brands, and whether all. */
export function whereManages({ brands, everywhere }: Me): { brands: ConsoleBrand[]; isEverywhere: boolean } {
  return {
    brands: brands.filter(({ permissions }) => permissions.includes("staff.manage")),
    isEverywhere: everywhere.includes("staff.manage"),
  };
}
