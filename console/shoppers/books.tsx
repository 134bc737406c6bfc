import { href } from "react-router";

import { formatExactPoints, formatMovedPoints, formatPoints } from "#app/pricing/format-money.ts";
import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { DataTable } from "../table/data-table.tsx";
import { NextPage } from "../table/next-page.tsx";
import type { ShopperResponse } from "./shopper-responses.ts";

type OrdersProps = { brand: ConsoleBrand; orders: ShopperResponse["orders"] };

const linkTo = (brand: ConsoleBrand, id: string, text: string) =>
  brand.permissions.includes("orders.read") ? <a href={`/brands/${brand.id}/orders/${id}`}>{text}</a> : text;

/** A shopper's orders, with the version of the accepted terms. */
export const Orders = ({ brand, orders }: OrdersProps) => (
  <section aria-labelledby="orders-title">
    <h2 id="orders-title">Orders</h2>
    <DataTable
      caption="Orders"
      rows={orders.rows}
      keyOf={({ id }) => id}
      empty="None. An order appears here as soon as the shopper checks out."
      columns={[
        { label: "Number", cell: ({ id, order_number }) => linkTo(brand, id, order_number) },
        { label: "Time", cell: ({ created_at }) => <DateTime at={created_at} /> },
        { label: "State", cell: ({ status }) => status.replace("_", " ") },
        {
          label: "Terms accepted",
          cell: ({ terms_version, terms_accepted_at }) =>
            terms_accepted_at === null ? (
              "no"
            ) : (
              <>
                {terms_version}, <DateTime at={terms_accepted_at} />
              </>
            ),
        },
        { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
        { label: "Coins", isNumber: true, cell: ({ coins }) => formatPoints(coins) },
      ]}
    />
    <NextPage place={orders.next} name="orders" label="Older orders" first="Newest orders" />
  </section>
);

type CoinsProps = Pick<ShopperResponse, "ledger" | "lapses" | "waiting"> & {
  brand: ConsoleBrand;
  balance: number;
};

/** A shopper's coins: the balance, the dates on which coins lapse, waiting changes, and every past change. */
export const Coins = ({ brand, ledger, lapses, waiting, balance }: CoinsProps) => (
  <section aria-labelledby="coins-title">
    <h2 id="coins-title">Coins</h2>
    <p>
      <strong>{formatPoints(balance)}</strong> coins.
      {lapses.map(({ expires_at, amount }) => (
        <span key={expires_at}>
          {" "}
          {formatPoints(amount)} {expires_at === null ? "never lapse." : "lapse on "}
          {expires_at !== null && (
            <>
              <DateTime at={expires_at} />.
            </>
          )}
        </span>
      ))}
    </p>
    {waiting.map(({ id, amount, asked_by, reason }) => (
      <p key={id}>
        {amount < 0 ? `${formatPoints(-amount)} coins to take back` : `${formatPoints(amount)} coins`}{" "}
        <a href={href("/brands/:brand/shoppers/grants", { brand: brand.id })}>wait for a second member</a>: {asked_by},{" "}
        {reason}
      </p>
    ))}
    <DataTable
      caption="Coin ledger"
      rows={ledger.rows}
      keyOf={({ id }) => id}
      empty="None yet. Each grant, coupon, order and lapse is a line here."
      columns={[
        { label: "Time", cell: ({ created_at }) => <DateTime at={created_at} /> },
        { label: "What", cell: ({ kind }) => KINDS[kind] ?? kind },
        {
          label: "About",
          cell: ({ order_id, order_number, reason }) =>
            order_id !== null && order_number !== null ? linkTo(brand, order_id, order_number) : (reason ?? ""),
        },
        { label: "Change", isNumber: true, cell: ({ amount }) => formatMovedPoints(amount) },
        { label: "Balance", isNumber: true, cell: ({ balance_after }) => formatExactPoints(balance_after) },
      ]}
    />
    <NextPage place={ledger.next} name="coins" label="Older entries" first="Newest entries" />
  </section>
);

const KINDS: Record<string, string> = {
  coupon: "Coupon",
  grant: "Granted",
  taken: "Taken back",
  hold: "Held for an order",
  release: "Released",
  rehold: "Held again",
  refund: "Refunded",
  expiry: "Lapsed",
};
