import { MAX_UPLOAD_MB } from "#app/constants.ts";
import { Checkbox } from "#app/ui/field.tsx";

import { meContext } from "../context.server.ts";
import { brandWith } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/import-stock";
import { ImportForms } from "./import-forms.tsx";
import { startImport } from "./send-file.server.ts";

const EXAMPLE =
  "product,denomination,card_number,pin,claim_url,expires\ncafe-250,250,6006-4911-2200-1,4711,,2027-03-31";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: brandWith(context.get(meContext), params.brand, "stock.edit"),
});

const TICKS = {
  skip_known: "Skip card numbers that the shop has had before, instead of refusing them",
  accept_case: "Take cards that differ from others only in upper and lower case: their issuer tells them apart",
};

export const action = (args: Route.ActionArgs) => startImport(args, "stock/imports", Object.keys(TICKS));

export default function ImportStock({ loaderData: { brand }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Import stock" brand={brand.name} />
      <ImportForms
        accept=".csv,text/csv"
        hint={`CSV with the columns product (its SKU), denomination, card_number, pin, claim_url and expires. At most ${MAX_UPLOAD_MB} MB.`}
        example={EXAMPLE}
        actionData={actionData}
        options={(id) => (
          <>
            {Object.entries(TICKS).map(([name, label]) => (
              <Checkbox
                key={name}
                {...{ id: `${name}-${id}`, name, label, value: "1" }}
                defaultChecked={actionData?.typed[name] === "1"}
              />
            ))}
          </>
        )}
      />
    </>
  );
}
