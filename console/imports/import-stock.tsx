import { href } from "react-router";

import { MAX_UPLOAD_MB, MAX_WHOLE_CATALOGUE_MB } from "#app/base/constants.ts";
import { Checkbox } from "#app/ui/field.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { ProductsSchema } from "../catalogue/responses.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/import-stock";
import { ImportForms } from "./import-forms.tsx";
import { startImport } from "./send-file.server.ts";

const exampleOf = (sku: string, rupees: number) =>
  `product,denomination,card_number,pin,claim_url,expires\n${sku},${rupees},6006-4911-2200-1,4711,,2027-03-31`;

/** The example contains a product of the brand, so that a member only replaces the card in its line. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "stock.edit");
  const products = await context.get(staffApiContext).get(`brands/${brand.id}/products`, ProductsSchema);
  const list = products.ok ? products.value.products : null;
  const [product] = list ?? [];
  return {
    brand,
    hasNoProduct: list?.length === 0,
    example: product === undefined ? exampleOf("cafe-250", 250) : exampleOf(product.sku, product.price / 100),
  };
}

const TICKS = {
  skip_known: "Skip card numbers that the shop has had before, instead of refusing them",
  accept_case: "Take cards that differ from others only in upper and lower case: their issuer tells them apart",
};

export const action = (args: Route.ActionArgs) => startImport(args, "stock/imports", Object.keys(TICKS));

export default function ImportStock({
  loaderData: { brand, hasNoProduct, example },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Import stock" brand={brand.name} />
      <ImportForms
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        hint={`The columns product (its SKU), denomination and card_number, and pin, claim_url and expires where the cards have them: CSV of at most ${MAX_UPLOAD_MB} MB, or Excel (.xlsx) of at most ${MAX_WHOLE_CATALOGUE_MB} MB.`}
        example={example}
        about={
          hasNoProduct && (
            <p>
              The shop has no product yet, and each card belongs to one:{" "}
              <a href={href("/brands/:brand/new-product", { brand: brand.id })}>add a product</a> first.
            </p>
          )
        }
        actionData={actionData}
        options={(id) => (
          <>
            {Object.entries(TICKS).map(([name, label]) => (
              <Checkbox
                key={name}
                id={`${name}-${id}`}
                name={name}
                label={label}
                value="1"
                defaultChecked={actionData?.typed[name] === "1"}
              />
            ))}
          </>
        )}
      />
    </>
  );
}
