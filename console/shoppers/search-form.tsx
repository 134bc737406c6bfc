import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { SEARCH_HINT } from "../base/search-hint.ts";
import { Choice } from "../fields/choice.tsx";
import { type readFilter, STATES } from "./filter.ts";

type SearchFormProps = { filter: ReturnType<typeof readFilter>; problem?: string };

/** The search and the filter of the list: a form that only changes the URL. */
export const SearchForm = ({ filter, problem }: SearchFormProps) => (
  <form className="search-form" role="search">
    <Field
      name="q"
      type="search"
      label="Search"
      hint={SEARCH_HINT}
      error={problem}
      defaultValue={filter.q}
      maxLength={254}
      autoCapitalize="none"
      spellCheck={false}
    />
    <Choice name="state" label="State" options={STATES} value={filter.state} />
    {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
    <Button>Search</Button>
  </form>
);
