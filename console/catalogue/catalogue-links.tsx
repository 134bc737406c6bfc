import { href } from "react-router";

import type { ConsoleBrand } from "../base/member.ts";
import { FileLinks } from "../table/csv-link.tsx";

/** Links to the other pages of the catalogue. */
export function CatalogueLinks({ brand: { id: brand, permissions } }: { brand: ConsoleBrand }) {
  const mayEdit = permissions.includes("catalogue.edit");
  return (
    <p className="page-links">
      {mayEdit && <a href={href("/brands/:brand/new-product", { brand })}>New product</a>}
      <a href={href("/brands/:brand/categories", { brand })}>Categories</a>
      {mayEdit && <a href={href("/brands/:brand/catalogue/import", { brand })}>Import</a>}
      <FileLinks to={href("/brands/:brand/catalogue.csv", { brand })} label="Download the catalogue" />
      <a href={href("/brands/:brand/stock-alerts", { brand })}>Stock alerts</a>
    </p>
  );
}
