export const DAY_MS = 24 * 60 * 60_000;

const ENDS = [
  { field: "from", name: "since", more: 0 },
  { field: "to", name: "until", more: DAY_MS },
];

/**
 * Puts a filter's first and last day into the query as `since` and `until` (ms). Days are days in India.
 * @returns the problems of invalid days, by the filter's field
 */
export function setDays(query: URLSearchParams, filter: URLSearchParams): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { field, name, more } of ENDS) {
    const day = filter.get(field);
    if (!day) continue;
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00+05:30`) : Number.NaN;
    if (Number.isNaN(at) || at < 0) problems[field] = "Enter a day, such as 2026-11-21.";
    else query.set(name, String(at + more));
  }
  return problems;
}
