/** Filters in older URLs, which search one field only. */
const BY = { email: "", phone: "", name: "" };
export const STATES = { "": "All", disabled: "Disabled", unverified: "E-mail not verified" };
const SORTS = { "-created": "", created: "", "-coins": "", coins: "" };

/** The filters in the list's URL; unknown values are ignored. */
export const readFilter = (search: URLSearchParams) => ({
  by: choose(search.get("by"), BY),
  q: search.get("q")?.trim() ?? "",
  state: choose(search.get("state"), STATES),
  sort: choose(search.get("sort"), SORTS),
});

/** The API's query. */
export const toQuery = (search: URLSearchParams, after: string | null = null) =>
  new URLSearchParams(
    Object.entries({ ...readFilter(search), after: after ?? "" }).filter(([, value]) => value !== ""),
  );

const choose = (value: string | null, choices: object) =>
  value !== null && Object.hasOwn(choices, value) ? value : "";

/** The problem of a text to search for. The API refuses a single character, which begins too many names. */
export const problemOf = ({ q }: { q: string }) =>
  [...q].length === 1 ? "Write at least two characters: one begins too many names." : undefined;
