import { useLocation } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { Choice } from "../fields/choice.tsx";
import type { Categories } from "./responses.ts";

const ON_SALE = { yes: "Yes", no: "No" };
const STOCK = { low: "Low", none: "None" };

/** The URL's parameters that filter and sort the list. */
export const LIST_FIELDS = ["q", "category", "available", "stock", "sort"];

export function Filters({ categories }: { categories: Categories }) {
  const { pathname, search } = useLocation();
  const value = (name: string) => new URLSearchParams(search).get(name) ?? undefined;
  const names = Object.fromEntries(categories.map(({ key, name }) => [key, name]));
  return (
    <form className="search-form" role="search" action={pathname}>
      <Field name="q" type="search" label="Name or SKU" defaultValue={value("q")} maxLength={120} />
      <Choice name="category" label="Category" options={names} none="Any" value={value("category")} />
      <Choice name="available" label="On sale" options={ON_SALE} none="Any" value={value("available")} />
      <Choice name="stock" label="Stock" options={STOCK} none="Any" value={value("stock")} />
      {value("sort") && <input type="hidden" name="sort" value={value("sort")} />}
      <Button>Search</Button>
    </form>
  );
}
