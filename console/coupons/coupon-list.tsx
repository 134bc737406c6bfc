import { href } from "react-router";

import { formatPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime, formatDateTime } from "#app/ui/date.tsx";

import { DataTable } from "../table/data-table.tsx";
import type { Coupon } from "./responses.ts";

type CouponListProps = { brand: string; coupons: Coupon[]; mayEdit: boolean; isFiltered: boolean };

const STATES = { unused: "unused", used: "used", withdrawn: "withdrawn", ended: "past its last day" };

/** Coupons without their codes, which nobody can read again. Members who may edit them have a form around the list. */
export const CouponList = ({ brand, coupons, mayEdit, isFiltered }: CouponListProps) => (
  <DataTable
    caption="Coupons"
    rows={coupons}
    keyOf={({ id }) => id}
    tick={
      mayEdit
        ? ({ amount, created_at }) => `Tick ${formatPoints(amount)} coins, ${formatDateTime(created_at)}`
        : undefined
    }
    empty={
      isFiltered ? "No coupon matches. Clear the filter." : "None yet. A coupon's code gives a shopper coins, once."
    }
    columns={[
      { label: "Made", sort: "created", cell: (coupon) => <Made of={coupon} brand={brand} /> },
      { label: "Coins", sort: "amount", isNumber: true, cell: ({ amount }) => formatPoints(amount) },
      { label: "For", cell: ({ owner }) => owner ?? "anybody" },
      {
        label: "Until",
        sort: "until",
        cell: ({ redeem_by }) => (redeem_by === null ? "no end" : <DateTime at={redeem_by} />),
      },
      { label: "State", cell: ({ state }) => STATES[state] },
      { label: "Redeemed", sort: "redeemed", cell: (coupon) => <Redeemed of={coupon} brand={brand} /> },
      {
        label: "Action",
        cell: ({ id, amount, state }) =>
          mayEdit &&
          state === "unused" && (
            <Button
              look="danger"
              busyLabel="Withdrawing..."
              aria-label={`Withdraw ${formatPoints(amount)} coins`}
              name="coupon"
              value={id}
            >
              Withdraw
            </Button>
          ),
      },
    ]}
  />
);

function Made({ of: { created_at, batch }, brand }: { of: Coupon; brand: string }) {
  if (batch === null) return <DateTime at={created_at} />;
  return (
    <a href={`${href("/brands/:brand/coupons", { brand })}?batch=${encodeURIComponent(batch)}`}>
      <DateTime at={created_at} />
      <span className="sr">, with the coupons made at once</span>
    </a>
  );
}

function Redeemed({ of: { redeemer, redeemed_by, redeemed_at }, brand }: { of: Coupon; brand: string }) {
  if (redeemed_by === null || redeemed_at === null) return "no";
  return (
    <>
      <DateTime at={redeemed_at} /> by{" "}
      <a href={href("/brands/:brand/shoppers/:shopper", { brand, shopper: redeemed_by })}>{redeemer}</a>
    </>
  );
}
