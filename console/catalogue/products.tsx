import { data, href, useLocation } from "react-router";

import { Money } from "#app/ui/money.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { pickQuery } from "../table/list-url.ts";
import { NextPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/products";
import { ActionButton } from "./action-button.tsx";
import { actOnProduct } from "./actions.server.ts";
import { CatalogueLinks } from "./catalogue-links.tsx";
import { Filters, LIST_FIELDS } from "./filters.tsx";
import { ChangedAt, Stock } from "./list-cells.tsx";
import { CategoriesSchema, ProductsSchema } from "./responses.ts";

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const query = pickQuery(url.searchParams, [...LIST_FIELDS, "after"]);
  const [list, shelves] = await Promise.all([
    api.get(`brands/${brand}/products`, ProductsSchema, query),
    api.get(`brands/${brand}/categories`, CategoriesSchema),
  ]);
  return {
    brand: brandIn(context.get(meContext), brand),
    ...valueOf(list, url),
    ...valueOf(shelves, url),
  };
}

/** Takes a product off sale, or puts it on sale again. */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const problem = await actOnProduct(context, brand, readForm(await request.formData()), url);
  return problem instanceof Response ? problem : data({ problem }, 400);
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, products, categories, languages, next } = loaderData;
  const { search } = useLocation();
  const place = { brand: brand.id };
  const mayEdit = brand.permissions.includes("catalogue.edit");
  return (
    <>
      <PageTitle title="Catalogue" brand={brand.name} />
      {actionData && <Refusal text={actionData.problem} />}
      <CatalogueLinks brand={brand} />
      <Filters categories={categories} languages={languages} />
      <DataTable
        caption="Products"
        rows={products}
        keyOf={({ sku }) => sku}
        empty={
          search === ""
            ? "No products yet. Add one, with its category, or import a catalogue."
            : "No product matches. Clear a filter, or search for something else."
        }
        columns={[
          {
            label: "Name",
            sort: "name",
            cell: ({ sku, name }) => <a href={href("/brands/:brand/products/:sku", { ...place, sku })}>{name}</a>,
          },
          { label: "SKU", cell: ({ sku }) => <span className="sku">{sku}</span> },
          { label: "Category", cell: ({ category, subcategory }) => `${category}, ${subcategory}` },
          { label: "From", sort: "price", isNumber: true, cell: ({ price }) => <Money paise={price} /> },
          { label: "Stock", sort: "stock", isNumber: true, cell: Stock },
          { label: "Changed", sort: "changed", cell: ChangedAt },
          {
            label: "On sale",
            cell: (product) =>
              mayEdit ? (
                <ActionButton
                  act="offer"
                  product={product}
                  value={product.is_available ? "no" : "yes"}
                  label={product.is_available ? "Take off sale" : "Put on sale"}
                />
              ) : product.is_available ? (
                "Yes"
              ) : (
                "No"
              ),
          },
        ]}
      />
      <NextPage place={next} />
      <CsvLink to={href("/brands/:brand/products.csv", place)} label="Download this list as CSV" />
    </>
  );
}
