import { useLocation } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { Choice } from "../fields/choice.tsx";
import type { Categories, OfferedLanguage } from "./responses.ts";
import { othersOf } from "./translations.ts";

const ON_SALE = { yes: "Yes", no: "No" };
const STOCK = { low: "Low", none: "None" };

/** The URL's parameters that filter and sort the list. */
export const LIST_FIELDS = ["q", "category", "available", "stock", "without", "sort"];

type FiltersProps = { categories: Categories; languages: OfferedLanguage[] };

export function Filters({ categories, languages }: FiltersProps) {
  const { pathname, search } = useLocation();
  const value = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  const names = Object.fromEntries(categories.map(({ key, name }) => [key, name]));
  return (
    <form className="search-form" role="search" action={pathname}>
      <Field name="q" type="search" label="Name or SKU" defaultValue={value("q")} maxLength={120} />
      <Choice name="category" label="Category" options={names} none="Any" value={value("category")} />
      <Choice name="available" label="On sale" options={ON_SALE} none="Any" value={value("available")} />
      <Choice name="stock" label="Stock" options={STOCK} none="Any" value={value("stock")} />
      {languages.length > 1 && (
        <Choice
          name="without"
          label="Without a name in"
          options={Object.fromEntries(othersOf(languages).map(({ code, english_name }) => [code, english_name]))}
          none="–"
          value={value("without")}
        />
      )}
      {value("sort") && <input type="hidden" name="sort" value={value("sort")} />}
      <Button>Search</Button>
    </form>
  );
}
