import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { Choice } from "../fields/choice.tsx";
import { type readFilter, STATES } from "./filter.ts";

/** The search and the filter of the list: a form that only changes the URL. */
export const SearchForm = ({ filter, problem }: { filter: ReturnType<typeof readFilter>; problem?: string }) => (
  <form className="search-form" role="search">
    <Field
      name="q"
      type="search"
      label="Begins with"
      hint="An e-mail address, a phone number, a word of a name, or a whole receipt number."
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
