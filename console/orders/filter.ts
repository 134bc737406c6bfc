import { setDays } from "../base/days.ts";
import { pickQuery } from "../table/list-url.ts";

/** The filters in the list's URL. Days are days in India. */
export const FILTERS = ["q", "status", "attention", "gateway", "from", "to"] as const;

const ORDER_NAMES = ["q", "status", "attention", "gateway", "sort", "after"];

/** The API's query: the URL's filters of these names, and its days as times (ms). An invalid day is reported beside its field. */
export function toQuery(search: URLSearchParams, names = ORDER_NAMES) {
  const query = pickQuery(search, names);
  return { query, problems: setDays(query, search) };
}
