/** In older URLs, which look in one field alone. */
const BY = { email: "", phone: "", name: "" };
export const STATES = { "": "All", disabled: "Disabled", unverified: "E-mail not verified" };
const SORTS = { "-created": "", created: "", "-coins": "", coins: "" };

/** What the list's URL filters by; anything else that it says counts as nothing. */
export const readFilter = (search: URLSearchParams) => ({
  by: choose(search.get("by"), BY),
  q: search.get("q")?.trim() ?? "",
  state: choose(search.get("state"), STATES),
  sort: choose(search.get("sort"), SORTS),
});

/** What the API is asked for. */
export const toQuery = (search: URLSearchParams, after: string | null = null) =>
  new URLSearchParams(
    Object.entries({ ...readFilter(search), after: after ?? "" }).filter(([, value]) => value !== ""),
  );

const choose = (value: string | null, choices: object) =>
  value !== null && Object.hasOwn(choices, value) ? value : "";
