import { href } from "react-router";

import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";

import { DataTable } from "../table/data-table.tsx";
import { type RangeName, RANGES } from "./buckets.ts";
import { shareOf } from "./health.tsx";
import type { sumBrands } from "./sum-brands.ts";

type Row = ReturnType<typeof sumBrands>["rows"][number];

const NONE = "–";

/** Brands with what each sold and needs; figures lead to the page that tells more, where the member may open it. */
export const BrandTable = ({ rows, range }: { rows: Row[]; range: RangeName }) => (
  <DataTable
    caption={`Brands, ${RANGES[range].label}`}
    rows={rows}
    keyOf={({ brand }) => brand.id}
    empty="You have no role in any brand yet. An owner gives you one."
    columns={[
      {
        label: "Brand",
        cell: ({ brand, isSilent }) => (
          <>
            <a href={`${href("/brands/:brand", { brand: brand.id })}?range=${range}`}>{brand.name}</a>
            {isSilent && " (does not answer)"}
          </>
        ),
      },
      { label: "Orders", isNumber: true, cell: ({ sales }) => sales?.total.orders ?? NONE },
      { label: "Cash", isNumber: true, cell: ({ sales }) => (sales ? formatMoney(sales.total.amount) : NONE) },
      ...(RANGES[range].before === null
        ? []
        : [
            {
              label: `Cash in ${RANGES[range].before}`,
              isNumber: true as const,
              cell: ({ sales }: Row) => (sales?.before ? formatMoney(sales.before.amount) : NONE),
            },
          ]),
      {
        label: "Payments that succeeded",
        isNumber: true,
        cell: ({ attempts }) => (attempts ? shareOf(attempts) : NONE),
      },
      {
        label: "Coins outstanding",
        isNumber: true,
        cell: ({ coins }) => (coins === null ? NONE : formatPoints(coins)),
      },
      {
        label: "Orders that need somebody",
        isNumber: true,
        cell: ({ brand, needs }) =>
          leadTo(`${href("/brands/:brand/orders", { brand: brand.id })}?attention=any`, needs, {
            brand,
            permission: "orders.read",
          }),
      },
      {
        label: "Cards low",
        isNumber: true,
        cell: ({ brand, low }) =>
          leadTo(`${href("/brands/:brand/products", { brand: brand.id })}?stock=low`, low, {
            brand,
            permission: "catalogue.read",
          }),
      },
    ]}
  />
);

type Door = { brand: Row["brand"]; permission: string };

/** A number that leads to the list that it counts. */
function leadTo(to: string, count: number | null, { brand, permission }: Door) {
  if (count === null) return NONE;
  return count > 0 && brand.permissions.includes(permission) ? <a href={to}>{count}</a> : count;
}
