import { href } from "react-router";

import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";

import { type Column, DataTable } from "../table/data-table.tsx";
import { type RangeName, RANGES } from "./buckets.ts";
import { shareOf } from "./health.tsx";
import type { sumBrands } from "./sum-brands.ts";

type Row = ReturnType<typeof sumBrands>["rows"][number];
type BrandTableProps = { rows: Row[]; range: RangeName; /** There are brands on other pages. */ isPart: boolean };

const NONE = "–";

/**
 * Brands with their sales and open tasks. Figures link to the detailed page if the member may open it. With brands on other pages
 * the table cannot be sorted, since the order of only some brands would mislead.
 */
export const BrandTable = ({ rows, range, isPart }: BrandTableProps) => (
  <DataTable
    caption={`Brands, ${RANGES[range].label}`}
    rows={rows}
    keyOf={({ brand }) => brand.id}
    empty="You have no role in any brand yet. An owner gives you one."
    columns={isPart ? columnsOf(range).map(({ sort: _, ...column }) => column) : columnsOf(range)}
  />
);

const columnsOf = (range: RangeName): Column<Row>[] => [
  {
    label: "Brand",
    sort: "brand",
    by: ({ brand }) => brand.name,
    cell: ({ brand, isSilent }) => (
      <>
        <a href={pageOf(brand, range)}>{brand.name}</a>
        {isSilent && " (does not answer)"}
      </>
    ),
  },
  {
    label: "Needs somebody",
    sort: "needs",
    by: ({ needs }) => needs && needs.total,
    cell: ({ brand, needs }) => (needs ? <Needs brand={brand} range={range} {...needs} /> : NONE),
  },
  numberColumn("Orders", "orders", ({ sales }) => sales?.total.orders, String),
  numberColumn("Cash", "cash", ({ sales }) => sales?.total.amount, formatMoney),
  ...(RANGES[range].before === null
    ? []
    : [numberColumn(`Cash in ${RANGES[range].before}`, "before", ({ sales }) => sales?.before?.amount, formatMoney)]),
  {
    label: "Payments that succeeded",
    isNumber: true,
    sort: "paid",
    by: ({ attempts }) => (attempts && attempts.tried > 0 ? attempts.paid / attempts.tried : null),
    cell: ({ attempts }) => (attempts ? shareOf(attempts) : NONE),
  },
  numberColumn("Coins outstanding", "coins", ({ coins }) => coins?.outstanding, formatPoints),
  numberColumn("Coins that lapse within 30 days", "lapsing", ({ coins }) => coins?.lapsing, formatPoints),
  {
    label: "Products low",
    isNumber: true,
    sort: "low",
    by: ({ low }) => low,
    cell({ brand, low }) {
      const to = `${href("/brands/:brand/products", { brand: brand.id })}?stock=low`;
      return low !== null && low > 0 && brand.permissions.includes("catalogue.read") ? (
        <a href={to}>{low}</a>
      ) : (
        (low ?? NONE)
      );
    },
  },
];

/** A column of figures, which are absent if the member may not see them or the brand does not answer. */
const numberColumn = (
  label: string,
  sort: string,
  pick: (row: Row) => number | undefined,
  format: (value: number) => string,
): Column<Row> => ({
  label,
  sort,
  isNumber: true,
  by: (row) => pick(row) ?? null,
  cell(row) {
    const value = pick(row);
    return value === undefined ? NONE : format(value);
  },
});

type NeedsProps = NonNullable<Row["needs"]> & { brand: Row["brand"]; range: RangeName };

/** Orders link to their list, everything else to the brand's page with the details. */
function Needs({ brand, range, orders, others }: NeedsProps) {
  const words = `${orders} ${orders === 1 ? "order" : "orders"}`;
  const to = `${href("/brands/:brand/orders", { brand: brand.id })}?attention=any`;
  return (
    <>
      {orders === 0 && others.length === 0 && "Nothing"}
      {orders > 0 && (brand.permissions.includes("orders.read") ? <a href={to}>{words}</a> : words)}
      {orders > 0 && others.length > 0 && ", "}
      {others.length > 0 && <a href={pageOf(brand, range)}>{others.join(", ")}</a>}
    </>
  );
}

const pageOf = (brand: Row["brand"], range: RangeName) =>
  `${href("/brands/:brand", { brand: brand.id })}?range=${range}`;
