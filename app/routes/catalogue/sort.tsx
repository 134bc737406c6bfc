import type { SORT_OPTIONS } from "#app/base/constants.ts";
import { Button } from "#app/ui/button.tsx";

import type { Texts } from "../../../config/brand/texts.ts";

type SortOption = (typeof SORT_OPTIONS)[number];

/** The brand names the remaining option, "recommended". */
export const SORT_LABELS: Record<Exclude<SortOption, "recommended">, string> = {
  price_high_low: "Price: High to Low",
  price_low_high: "Price: Low to High",
};

type SortProps = {
  current: SortOption;
  kept: [name: string, value: string][];
  texts: Texts;
};

export function Sort({ current, kept, texts }: SortProps) {
  const labels: Record<SortOption, string> = { recommended: texts.sortRecommended, ...SORT_LABELS };
  return (
    <auto-submit>
      <form action="/" className="sort">
        {kept.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <label className="muted" htmlFor="sort">
          Sort by
        </label>{" "}
        <select id="sort" name="sort" defaultValue={current} className="input">
          {Object.entries(labels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>{" "}
        <Button look="outline" className="apply">
          Sort
        </Button>
      </form>
    </auto-submit>
  );
}
