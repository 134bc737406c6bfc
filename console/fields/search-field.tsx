import { Field } from "#app/ui/field.tsx";

import { SEARCH_HINT } from "../base/search-hint.ts";

/** The field of a search by fragments. */
export const SearchField = ({ typed, problem }: { typed?: string; problem?: string }) => (
  <Field
    name="q"
    type="search"
    label="Search"
    hint={SEARCH_HINT}
    error={problem}
    defaultValue={typed}
    maxLength={254}
    autoCapitalize="none"
    spellCheck={false}
  />
);
