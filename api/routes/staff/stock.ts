import { z } from "zod";

import { listStock, type StockLine } from "../../catalogue/list-stock.ts";
import { toDecimal } from "../../domain/files/csv-lines.ts";
import { parseQuery } from "../../http/parse.ts";
import { FileQuery, receiveUpload } from "../../http/receive-upload.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { MOST_BYTES } from "../../limits/file-sizes.ts";
import type { BrandRoute } from "../brand-route.ts";

const PAGE = 200;

const StockQuery = FileQuery.extend({
  skip_known: z.stringbool().default(false),
  accept_case: z.stringbool().default(false),
});

/** The columns of counts, by their names in URLs and files. */
const COUNTS = {
  in_stock: ({ inStock }) => inStock,
  too_short: ({ tooShort }) => tooShort,
  reserved: ({ reserved }) => reserved,
  within_30_days: ({ within30 }) => within30,
  within_90_days: ({ within90 }) => within90,
  expired: ({ expired }) => expired,
  issued: ({ issued }) => issued,
} satisfies Record<string, (line: StockLine) => number>;
type Count = keyof typeof COUNTS;

const COUNT_NAMES = Object.keys(COUNTS) as Count[];
const SortQuery = z.object({
  /** A count, with "-" for the largest first; absent for the order of the catalogue. */
  sort: z.enum(COUNT_NAMES.flatMap((name) => [name, `-${name}`] as const)).optional(),
});
const ListQuery = SortQuery.extend({
  /** The number of lines before the page. */
  after: z.coerce.number().int().min(0).default(0),
});

/** A brand's stock by product and denomination, and files of vouchers that are added to it. */
export const stockRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/stock",
    permission: "catalogue.read",
    async handle({ shop, req }) {
      const { sort, after } = parseQuery(ListQuery, req);
      const lines = sortLines(await listStock(shop), sort);
      const next = after + PAGE < lines.length ? String(after + PAGE) : null;
      return { lines: lines.slice(after, after + PAGE).map(tell), next };
    },
  },
  {
    method: "get",
    path: "/stock.csv",
    permission: "catalogue.read",
    async handle({ shop, req, res }) {
      const { sort } = parseQuery(SortQuery, req);
      await sendCsv(res, `stock-${shop.tenant.id}`, listRows(sortLines(await listStock(shop), sort)));
    },
  },
  {
    method: "post",
    path: "/stock/imports",
    permission: "stock.edit",
    handle: (call) =>
      receiveUpload(call, {
        kind: "stock.check",
        Query: StockQuery,
        maxBytes: MOST_BYTES.stock,
      }),
  },
];

function sortLines(lines: StockLine[], sort: z.output<typeof SortQuery>["sort"]): StockLine[] {
  if (sort === undefined) return lines;
  const count = COUNTS[sort.replace(/^-/, "") as Count];
  const sign = sort.startsWith("-") ? -1 : 1;
  return lines.toSorted((one, other) => sign * (count(one) - count(other)));
}

const countsOf = (line: StockLine) =>
  Object.fromEntries(COUNT_NAMES.map((name) => [name, COUNTS[name](line)])) as Record<Count, number>;

const tell = (line: StockLine) => ({
  sku: line.sku,
  name: line.name,
  face_value: line.faceValue,
  ...countsOf(line),
});

function* listRows(lines: StockLine[]) {
  yield ["product", "name", "denomination", ...COUNT_NAMES];
  for (const line of lines)
    yield [
      line.sku,
      line.name,
      line.faceValue === null ? "" : toDecimal(line.faceValue),
      ...Object.values(countsOf(line)),
    ];
}
