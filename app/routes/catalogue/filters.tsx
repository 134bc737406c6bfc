import SlidersHorizontal from "lucide/dist/esm/icons/sliders-horizontal.mjs";
import X from "lucide/dist/esm/icons/x.mjs";
import type { ReactNode } from "react";

import { VISIBLE_CATEGORIES } from "#app/base/constants.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { MoreOrLess } from "#app/ui/frame/category-bar.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";

type Option = { id: string; name: string };

export type FiltersProps = {
  subcategories: Option[];
  selected: string[];
  /** Matching cards by subcategory; those without are left out. Null: not counted. */
  counts?: Record<string, number> | null;
  /** Paise. */
  priceMin: number | null;
  priceMax: number | null;
  /** Query parameters to keep (category, sort). `page` is not among them: filtering starts again at page 1. */
  kept: [name: string, value: string][];
  appliedCount: number;
  clearHref: string;
  /** The final filters replace these in a moment, so a choice made here would be lost. */
  isProvisional?: boolean;
};

export const Filters = ({ isProvisional, ...data }: FiltersProps) => (
  <filter-dialog inert={isProvisional || undefined}>
    <details className="filters">
      <Contents {...data} />
    </details>
    <dialog className="dialog" aria-label={t("catalogue.filters")} />
  </filter-dialog>
);

function Contents({ selected, counts, priceMin, priceMax, kept, appliedCount, clearHref, ...home }: FiltersProps) {
  const subcategories = counts
    ? home.subcategories.filter(({ id }) => counts[id] || selected.includes(id))
    : home.subcategories;
  const first = subcategories.slice(0, VISIBLE_CATEGORIES);
  const rest = subcategories.slice(VISIBLE_CATEGORIES);
  const describe = (option: Option) => ({
    ...option,
    isChecked: selected.includes(option.id),
    count: counts ? (counts[option.id] ?? 0) : null,
  });
  return (
    <>
      <summary className="button outline">
        <Icon of={SlidersHorizontal} className="icon-20" /> {rich("catalogue.filter")}{" "}
        {appliedCount > 0 && <span className="count">{appliedCount}</span>}
      </summary>
      <div className="filter-sheet">
        <auto-submit data-media="(width >= 64rem)">
          <form action="/">
            <div className="filter-head">
              <h2>{rich("catalogue.filters")}</h2>{" "}
              <a href={clearHref} data-reset="">
                {rich("catalogue.clearAll")}
              </a>{" "}
              <button type="button" className="icon-button close" data-close>
                <Icon of={X} className="icon-20" />
                <span className="sr">{rich("ui.close")}</span>
              </button>
            </div>
            {appliedCount > 0 && (
              <p className="filter-count">
                <span>{rich("catalogue.filtersCount", { count: appliedCount })}</span>{" "}
                <a href={clearHref} data-reset="">
                  {rich("catalogue.resetAll")}
                </a>
              </p>
            )}
            {kept.map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {subcategories.length > 0 && (
              <fieldset>
                <legend>{rich("frame.categories")}</legend>{" "}
                {first.map((option) => (
                  <Subcategory key={option.id} {...describe(option)} />
                ))}
                {rest.length > 0 && (
                  <details open={rest.some(({ id }) => selected.includes(id))} className="more-filters">
                    <MoreOrLess />
                    {rest.map((option) => (
                      <Subcategory key={option.id} {...describe(option)} />
                    ))}
                  </details>
                )}
              </fieldset>
            )}
            <fieldset>
              <legend>{rich("catalogue.amountRange")}</legend>{" "}
              <div className="amount-range">
                <Limit name="price_min" label={rich("catalogue.least")} paise={priceMin} />
                <Limit name="price_max" label={rich("catalogue.most")} paise={priceMax} />
              </div>
            </fieldset>
            <Button isWide className="apply">
              {rich("catalogue.applyFilters")}
              <span className="apply-count" />
            </Button>
          </form>
        </auto-submit>
      </div>
    </>
  );
}

function Subcategory({ id, name, isChecked, count }: Option & { isChecked: boolean; count: number | null }) {
  const countId = `count-${id}`;
  const described = count === null ? {} : { "aria-describedby": countId };
  return (
    <div className="facet">
      <label className="check">
        <input type="checkbox" name="subcategories" value={id} defaultChecked={isChecked} {...described} />{" "}
        <span>{name}</span>{" "}
      </label>
      {count !== null && (
        <span className="muted small" id={countId}>
          {rich("catalogue.facetCount", { sr: (parts) => <span className="sr">{parts}</span>, count })}
        </span>
      )}
    </div>
  );
}

function Limit({ name, label, paise }: { name: string; label: ReactNode; paise: number | null }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>{" "}
      <span className="unit" data-unit="₹">
        <input
          id={name}
          name={name}
          type="number"
          inputMode="numeric"
          min="0"
          step="any"
          className="input"
          defaultValue={paise === null ? undefined : paise / 100}
        />
      </span>
    </div>
  );
}

export function AppliedFilters({ filters }: { filters: { label: string; removeHref: string }[] }) {
  if (filters.length === 0) return null;
  return (
    <ul className="applied" aria-label={t("catalogue.filtersApplied")}>
      {filters.map(({ label, removeHref }) => (
        <li key={removeHref}>
          <a href={removeHref} className="pill" data-reset="">
            {rich("catalogue.removeFilter", { sr: (parts) => <span className="sr">{parts}</span>, filter: label })}
            <Icon of={X} size={14} />
          </a>
        </li>
      ))}
    </ul>
  );
}
