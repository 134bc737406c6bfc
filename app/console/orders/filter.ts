const DAY_MS = 24 * 60 * 60_000;

/** The filters of the list, as its URL has them. Days are days in India. */
export const FILTERS = ["q", "status", "attention", "gateway", "from", "to"] as const;

const startOf = (day: string) => Date.parse(`${day}T00:00:00+05:30`);

/** What the API is asked for: the URL's filters, with days as times (ms). A day that is none is an error of its field. */
export function toQuery(search: URLSearchParams) {
  const query = new URLSearchParams();
  const problems: Record<string, string> = {};
  for (const name of ["q", "status", "attention", "gateway", "sort", "after"]) {
    const value = search.get(name)?.trim();
    if (value) query.set(name, value);
  }
  for (const [name, field, more] of [
    ["from", "since", 0],
    ["to", "until", DAY_MS],
  ] as const) {
    const day = search.get(name);
    if (!day) continue;
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? startOf(day) : Number.NaN;
    if (Number.isNaN(at) || at < 0) problems[name] = "Enter a day, such as 2026-11-21.";
    else query.set(field, String(at + more));
  }
  return { query, problems };
}

/** The same list from another place on, or from its start. */
export function hrefFrom(pathname: string, search: string, after: string | null): string {
  const changed = new URLSearchParams(search);
  changed.delete("after");
  if (after !== null) changed.set("after", after);
  return changed.size === 0 ? pathname : `${pathname}?${changed}`;
}
