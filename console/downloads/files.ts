import { toQuery as auditQuery } from "../audit/audit-query.ts";
import { LIST_FIELDS } from "../catalogue/filters.tsx";
import { FILTER_NAMES } from "../money/payment-filters.tsx";
import { toQuery as orderQuery } from "../orders/filter.ts";
import { toQuery as shopperQuery } from "../shoppers/filter.ts";
import { pickQuery } from "../table/list-url.ts";
import { readRange, toQuery as salesQuery } from "../today/buckets.ts";

type Query = { query: URLSearchParams; problems?: Record<string, string> };

type File = {
  /** The path in the API, with the same parameters; absent if both paths are alike. */
  path?: string;
  /** The API's query for the filters of the page. An invalid filter is a problem of its field. */
  read?(search: URLSearchParams, brand: string | undefined): Query;
  /** The page of the console that prepares a file which takes longer. */
  instead?: string;
};

const pick = (names: readonly string[]) => (search: URLSearchParams) => ({ query: pickQuery(search, names) });

/** All entries, not those of one page. */
function readAudit(search: URLSearchParams, brand: string | undefined): Query {
  const read = auditQuery(search, brand);
  read.query.delete("before");
  return read;
}

/** The figures of one range, without the range before it. */
function readSales(search: URLSearchParams): Query {
  const query = salesQuery(readRange(search.get("range")), Date.now());
  query.delete("compare_from");
  return { query };
}

/** The files that members download, by the console's path. Lists have the filters of their pages. */
export const FILES: Record<string, File> = {
  "audit.csv": { path: "audit/export", read: readAudit },
  "brands.csv": { path: "all-brands/export", read: readSales },
  "staff.csv": { path: "members/export" },
  "brands/:brand/audit.csv": { path: "audit/export", read: readAudit },
  "brands/:brand/catalogue.csv": { path: "brands/:brand/catalogue/csv" },
  "brands/:brand/catalogue.json": { path: "brands/:brand/catalogue/json" },
  "brands/:brand/coupons.csv": { read: pick(["state", "batch"]) },
  "brands/:brand/coupons/:batch/codes.csv": { path: "brands/:brand/coupons/batches/:batch/codes" },
  "brands/:brand/disputes.csv": { read: pick(["state"]) },
  "brands/:brand/integrations/endpoints.csv": {},
  "brands/:brand/integrations/:endpoint/events.csv": {
    path: "brands/:brand/integrations/endpoints/:endpoint/deliveries.csv",
  },
  "brands/:brand/jobs.csv": {},
  "brands/:brand/jobs/:job/changes.csv": { path: "brands/:brand/jobs/:job/changes" },
  "brands/:brand/jobs/:job/differences.csv": { path: "brands/:brand/jobs/:job/differences" },
  "brands/:brand/jobs/:job/file.csv": { path: "brands/:brand/jobs/:job/file" },
  "brands/:brand/jobs/:job/refused.csv": { path: "brands/:brand/jobs/:job/refused" },
  "brands/:brand/jobs/:job/rows.csv": { path: "brands/:brand/jobs/:job/rows" },
  "brands/:brand/money/refunds.csv": {},
  "brands/:brand/money/:month/csv": { path: "brands/:brand/money/months/:month/export" },
  "brands/:brand/money/:month/receipts.csv": { path: "brands/:brand/money/months/:month/receipts" },
  "brands/:brand/orders.csv": { read: (search) => orderQuery(search), instead: "/brands/:brand/orders/export" },
  "brands/:brand/payments.csv": { read: (search) => orderQuery(search, FILTER_NAMES) },
  "brands/:brand/products.csv": { read: pick(LIST_FIELDS) },
  "brands/:brand/shoppers.csv": {
    read: (search) => ({ query: shopperQuery(search) }),
    instead: "/brands/:brand/shoppers/export",
  },
  "brands/:brand/shoppers/grants.csv": {},
  "brands/:brand/shoppers/:shopper/export/file": { path: "brands/:brand/shoppers/:shopper/export" },
  "brands/:brand/stock.csv": { read: pick(["sort"]) },
  "brands/:brand/webhooks.csv": { read: pick(["outcome"]) },
};
