import { data } from "react-router";

import { meContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { prepareFile } from "../exports/prepare-file.server.ts";
import { PrepareFile } from "../exports/prepare-file.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/export-orders";
import { toQuery } from "./filter.ts";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: brandWith(context.get(meContext), params.brand, "money.export"),
});

/** Requests a file with the list. A short list needs no file, and the answer's text explains that. */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const { query, problems } = toQuery(url.searchParams);
  if (Object.keys(problems).length > 0) throw data(null, 400);
  return prepareFile(context, request, { brand, path: `brands/${brand}/orders`, query });
}

export default function ExportOrders({ loaderData: { brand }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Download orders" brand={brand.name} />
      <PrepareFile things="orders" problem={actionData} />
    </>
  );
}
