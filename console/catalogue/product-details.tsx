import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { ConsoleBrand } from "../base/member.ts";
import { DataTable } from "../table/data-table.tsx";
import { ActionButton } from "./action-button.tsx";
import type { ProductResponse } from "./responses.ts";

type Alert = { typed: string; problem: string } | null;
type ProductDetailsProps = { brand: ConsoleBrand; shown: ProductResponse; alert: Alert };

/** A product's properties, and its one-press actions. */
export function ProductDetails({
  brand,
  shown: { product, position, stock, sources, alert: limits },
  alert,
}: ProductDetailsProps) {
  const { is_available, sku } = product;
  return (
    <section aria-labelledby="stock-title">
      <p>
        SKU <span className="sku">{sku}</span>, {is_available ? "on sale" : "off sale"}
        {position < 0 && ", before those in their usual place"}
      </p>
      {brand.permissions.includes("catalogue.edit") && (
        <div className="press-acts">
          <ActionButton
            act="offer"
            value={is_available ? "no" : "yes"}
            product={product}
            label={is_available ? "Take off sale" : "Put on sale"}
          />
          <ActionButton act="place" value="up" product={product} label="Move up" />
          <ActionButton act="place" value="down" product={product} label="Move down" />
          <ActionButton act="place" value="front" product={product} label="Move to the front" />
          {position !== 0 && <ActionButton act="place" value="0" product={product} label="Back to its usual place" />}
        </div>
      )}
      <h2 id="stock-title">Stock</h2>
      <DataTable
        caption="Stock by amount"
        rows={stock}
        keyOf={({ face_value }) => String(face_value)}
        empty={<NoCards brand={brand} />}
        columns={[
          { label: "Amount", cell: ({ face_value }) => (face_value === null ? "any" : formatMoney(face_value)) },
          { label: "In stock", isNumber: true, cell: ({ in_stock }) => in_stock },
          { label: "Expire too soon to sell", isNumber: true, cell: ({ too_short }) => too_short },
          { label: "Reserved", isNumber: true, cell: ({ reserved }) => reserved },
          { label: "Expires sooner than promised", isNumber: true, cell: ({ short }) => short },
          { label: "Expired", isNumber: true, cell: ({ expired }) => expired },
          { label: "Issued", isNumber: true, cell: ({ issued }) => issued },
        ]}
      />
      {sources.length > 0 && (
        <p>
          Also from{" "}
          {sources.map((row) => `${row.supplier} (${row.sku}${row.is_sold ? "" : ", not sold there now"})`).join(", ")}.
        </p>
      )}
      {brand.permissions.includes("stock.edit") && <AlertForm {...limits} alert={alert} />}
    </section>
  );
}

const NoCards = ({ brand: { id, permissions } }: { brand: ConsoleBrand }) => (
  <>
    No cards yet.{" "}
    {permissions.includes("stock.edit") ? (
      <>
        <a href={href("/brands/:brand/stock/import", { brand: id })}>Import stock</a> to add some.
      </>
    ) : (
      "Import stock to add some."
    )}
  </>
);

type AlertFormProps = { own: number | null; usual: number; alert: Alert };

const AlertForm = ({ own, usual, alert }: AlertFormProps) => (
  <form method="post" className="narrow-form alert-form">
    <input type="hidden" name="act" value="alert" />
    <Field
      name="alert_below"
      label="Warn below"
      hint={`Empty for the brand's number, ${usual}; 0 for no warning.`}
      inputMode="numeric"
      defaultValue={alert?.typed ?? own ?? ""}
      error={alert?.problem}
    />
    <p>
      <Button look="outline" busyLabel="Saving...">
        Save alert
      </Button>
    </p>
  </form>
);
