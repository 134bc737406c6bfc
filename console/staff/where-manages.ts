import type { ConsoleBrand, Me } from "../base/member.ts";

/** The brands whose staff the member manages. `isEverywhere`: all of them. */
export function whereManages({ brands, everywhere }: Me): { brands: ConsoleBrand[]; isEverywhere: boolean } {
  return {
    brands: brands.filter(({ permissions }) => permissions.includes("staff.manage")),
    isEverywhere: everywhere.includes("staff.manage"),
  };
}
