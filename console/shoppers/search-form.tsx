import { Button } from "#app/ui/button.tsx";

import { Choice } from "../fields/choice.tsx";
import { SearchField } from "../fields/search-field.tsx";
import { type readFilter, STATES } from "./filter.ts";

type SearchFormProps = { filter: ReturnType<typeof readFilter>; problem?: string };

/** The search and the filter of the list: a form that only changes the URL. */
export const SearchForm = ({ filter, problem }: SearchFormProps) => (
  <form className="search-form" role="search">
    <SearchField typed={filter.q} problem={problem} />
    <Choice name="state" label="State" options={STATES} value={filter.state} />
    {filter.sort && <input type="hidden" name="sort" value={filter.sort} />}
    <Button>Search</Button>
  </form>
);
