import { href, useLocation } from "react-router";
import { z } from "zod";

import { Money } from "#app/ui/money.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { formatCount } from "../jobs/labels.ts";
import { FileLinks } from "../table/csv-link.tsx";
import { type Column, DataTable } from "../table/data-table.tsx";
import { hrefWith, pickQuery } from "../table/list-url.ts";
import { NextPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/stock";

const COUNTS = {
  in_stock: "In stock",
  too_short: "Expire too soon to sell",
  reserved: "Reserved",
  within_30_days: "Expire in 30 days",
  within_90_days: "In 90 days",
  expired: "Expired",
  issued: "Issued",
} as const;
type Count = keyof typeof COUNTS;
const COUNT_NAMES = Object.keys(COUNTS) as Count[];

const LineSchema = z.object({
  sku: z.string(),
  name: z.string(),
  face_value: z.number().nullable(),
  ...(Object.fromEntries(COUNT_NAMES.map((name) => [name, z.number()])) as Record<Count, z.ZodNumber>),
});
type Line = z.output<typeof LineSchema>;
const StockSchema = z.object({ lines: z.array(LineSchema), next: z.string().nullable() });

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const query = pickQuery(url.searchParams, ["sort", "after"]);
  const found = valueOf(await context.get(staffApiContext).get(`brands/${brand}/stock`, StockSchema, query), url);
  return { brand: brandIn(context.get(meContext), brand), ...found };
}

const COLUMNS: Column<Line>[] = [
  { label: "Product", cell: ({ name }) => name },
  { label: "SKU", cell: ({ sku }) => sku },
  {
    label: "Amount",
    isNumber: true,
    cell: ({ face_value }) => (face_value === null ? "any" : <Money paise={face_value} />),
  },
  ...COUNT_NAMES.map((name) => ({
    label: COUNTS[name],
    isNumber: true as const,
    sort: name,
    cell: (line: Line) => formatCount(line[name]),
  })),
];

export default function Stock({ loaderData: { brand, lines, next } }: Route.ComponentProps) {
  const { search } = useLocation();
  const csv = hrefWith({ pathname: href("/brands/:brand/stock.csv", { brand: brand.id }), search }, { after: null });
  return (
    <>
      <PageTitle title="Stock" brand={brand.name} />
      <p className="page-links">
        {brand.permissions.includes("stock.edit") && (
          <a href={href("/brands/:brand/stock/import", { brand: brand.id })}>Import stock</a>
        )}
        <FileLinks to={csv} />
      </p>
      <DataTable
        caption="Stock by product and amount"
        rows={lines}
        keyOf={({ sku, face_value }) => `${sku} ${face_value}`}
        empty="No cards yet. Import a catalogue first, and then stock for its products."
        columns={COLUMNS}
      />
      <NextPage place={next} />
    </>
  );
}
