import { data, href, useLocation } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { BulkForm } from "../bulk/bulk-form.tsx";
import { sendBulk } from "../bulk/send-bulk.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { pickQuery } from "../table/list-url.ts";
import { NextPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/products";
import { actOnProduct } from "./actions.server.ts";
import { bulkFields } from "./bulk-fields.tsx";
import { CatalogueLinks } from "./catalogue-links.tsx";
import { Filters, LIST_FIELDS } from "./filters.tsx";
import { ProductTable, readOffer } from "./product-table.tsx";
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

/** Takes a product off sale, or puts it on sale again; or begins an action on many products. */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const form = await request.formData();
  const typed = readForm(form);
  const one = readOffer(typed.offer) ?? (typed.act === "offer" ? typed : undefined);
  if (one === undefined) {
    const query = pickQuery(url.searchParams, LIST_FIELDS);
    return sendBulk(context, { brand, list: "products", form, query });
  }
  const text = await actOnProduct(context, brand, one, url);
  return text instanceof Response ? text : data({ problem: { text, fields: {} }, values: {} }, 400);
}

export default function Products({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, products, categories, languages, next } = loaderData;
  const { search } = useLocation();
  const isFiltered = search !== "";
  return (
    <>
      <PageTitle title="Catalogue" brand={brand.name} />
      {actionData && <Refusal {...actionData.problem} />}
      <CatalogueLinks brand={brand} />
      <Filters categories={categories} languages={languages} />
      <BulkForm
        list="products"
        permissions={products.length === 0 ? [] : brand.permissions}
        isFiltered={isFiltered}
        fields={bulkFields(categories, actionData)}
      >
        <ProductTable
          brand={brand.id}
          products={products}
          mayEdit={brand.permissions.includes("catalogue.edit")}
          isFiltered={isFiltered}
        />
      </BulkForm>
      <NextPage place={next} />
      <CsvLink to={href("/brands/:brand/products.csv", { brand: brand.id })} label="Download this list as CSV" />
    </>
  );
}
