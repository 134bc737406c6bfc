import { formatDate } from "#app/ui/date.tsx";

import { GATEWAYS } from "../base/gateways.ts";
import { NEEDS, STATES as ORDER_STATES } from "../orders/labels.ts";
import { STATES as SHOPPER_STATES } from "../shoppers/filter.ts";
import type { ShownJob } from "./responses.ts";

type Filter = NonNullable<ShownJob["filter"]>;

/** Labels of the filters of older jobs, which searched one field only. */
const BEGINS: Record<string, string> = {
  email: "E-mail begins with",
  phone: "Phone begins with",
  name: "Name begins with",
};

const ofOrders = ({ q, status, attention, gateway, since, until }: Filter) => ({
  Search: q,
  State: status && (ORDER_STATES[status] ?? status),
  Needs: attention && (NEEDS[attention] ?? attention),
  Gateway: gateway && (GATEWAYS[gateway] ?? gateway),
  From: since !== undefined && formatDate(since),
  // The list shows its last day; the API returns the end of that day.
  To: until !== undefined && formatDate(until - 1),
});

const ofShoppers = ({ by = "", q, state }: Filter) => ({
  [BEGINS[by] ?? "Search"]: q,
  State: state && SHOPPER_STATES[state],
});

/** The filter of a file, in the words of its list's page; empty if the file has the whole list. */
export const describeFilter = (kind: string, filter: Filter): string =>
  Object.entries(kind === "orders.export" ? ofOrders(filter) : ofShoppers(filter))
    .flatMap(([label, value]) => (value ? `${label}: ${value}` : []))
    .join("; ");
