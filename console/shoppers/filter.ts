export const STATES = { "": "All", disabled: "Disabled", unverified: "E-mail not verified" };
const SORTS = { "-created": "", created: "", "-coins": "", coins: "" };

/** The filters in the list's URL; unknown values are ignored. */
export const readFilter = (search: URLSearchParams) => ({
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
