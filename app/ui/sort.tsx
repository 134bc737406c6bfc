import type { SORT_OPTIONS } from "#app/constants.ts";
import { Button } from "./button.tsx";

type SortOption = (typeof SORT_OPTIONS)[number];

export const SORT_LABELS: Record<SortOption, string> = {
  recommended: "Price Range",
  price_high_low: "Price: High to Low",
  price_low_high: "Price: Low to High",
};

/** The catalogue's order; `kept` is what else is in the URL and stays there (category, filters). */
export function Sort({ current, kept }: { current: SortOption; kept: [name: string, value: string][] }) {
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
          {Object.entries(SORT_LABELS).map(([value, label]) => (
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
