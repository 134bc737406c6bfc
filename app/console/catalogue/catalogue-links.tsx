import { href } from "react-router";

import type { ConsoleBrand } from "../member.ts";

/** The pages beside the list of products. */
export function CatalogueLinks({ brand: { id: brand, permissions } }: { brand: ConsoleBrand }) {
  const mayEdit = permissions.includes("catalogue.edit");
  return (
    <p className="page-links">
      {mayEdit && <a href={href("/brands/:brand/new-product", { brand })}>New product</a>}
      <a href={href("/brands/:brand/categories", { brand })}>Categories</a>
      {mayEdit && <a href={href("/brands/:brand/catalogue/import", { brand })}>Import</a>}
      <a href={href("/brands/:brand/catalogue.csv", { brand })}>Download the catalogue</a>
      <a href={href("/brands/:brand/stock-alerts", { brand })}>Stock alerts</a>
    </p>
  );
}
