import { href } from "react-router";

import { MAX_UPLOAD_MB, MAX_WHOLE_CATALOGUE_MB } from "#app/base/constants.ts";

import { meContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/import-catalogue";
import { ImportForms } from "./import-forms.tsx";
import { startImport } from "./send-file.server.ts";

const EXAMPLE =
  "sku,name,category,category_name,subcategory,subcategory_name,denominations\ncafe,Café Card,food,Food,coffee,Coffee,250;500;200-5000";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: brandWith(context.get(meContext), params.brand, "catalogue.edit"),
});

export const action = (args: Route.ActionArgs) => startImport(args, "catalogue/imports");

export default function ImportCatalogue({ loaderData: { brand }, actionData }: Route.ComponentProps) {
  const files = { brand: brand.id };
  return (
    <>
      <PageTitle title="Import a catalogue" brand={brand.name} />
      <ImportForms
        accept=".csv,.txt,.tsv,.xlsx,.json"
        hint={`One row for each product: CSV of at most ${MAX_UPLOAD_MB} MB, or Excel (.xlsx) or JSON of at most ${MAX_WHOLE_CATALOGUE_MB} MB and 100,000 products.`}
        example={EXAMPLE}
        actionData={actionData}
        about={
          <p>
            Products are matched by SKU. Products that are not in the file stay as they are. Start from the current
            catalogue: <a href={href("/brands/:brand/catalogue.csv", files)}>download as CSV</a> or{" "}
            <a href={href("/brands/:brand/catalogue.json", files)}>as JSON</a>.
          </p>
        }
      />
    </>
  );
}
