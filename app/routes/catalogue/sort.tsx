import type { SORT_OPTIONS } from "#app/base/constants.ts";
import { areaLanguage } from "#app/texts/area-language.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { languageOf } from "#app/ui/frame/language.ts";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";

type SortOption = (typeof SORT_OPTIONS)[number];

/** The brand names the remaining option, "recommended". */
export const SORT_LABELS = {
  price_high_low: "catalogue.priceHighLow",
  price_low_high: "catalogue.priceLowHigh",
} as const;

type SortProps = {
  current: SortOption;
  kept: [name: string, value: string][];
  texts: Texts;
};

export function Sort({ current, kept, texts }: SortProps) {
  const labels: Record<SortOption, string> = {
    recommended: texts.sortRecommended,
    price_high_low: t(SORT_LABELS.price_high_low),
    price_low_high: t(SORT_LABELS.price_low_high),
  };
  return (
    <auto-submit>
      <form action="/" className="sort">
        {kept.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <label className="muted" htmlFor="sort">
          {rich("catalogue.sortBy")}
        </label>{" "}
        <select id="sort" name="sort" defaultValue={current} className="input">
          {Object.entries(labels).map(([value, label]) => (
            <option
              key={value}
              value={value}
              lang={value === "recommended" ? languageOf(label) : areaLanguage("catalogue.sort")}
            >
              {label}
            </option>
          ))}
        </select>{" "}
        <Button look="outline" className="apply">
          {rich("catalogue.sort")}
        </Button>
      </form>
    </auto-submit>
  );
}
