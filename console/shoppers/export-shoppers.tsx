import { meContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { prepareFile } from "../exports/prepare-file.server.ts";
import { PrepareFile } from "../exports/prepare-file.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/export-shoppers";
import { toQuery } from "./filter.ts";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: brandWith(context.get(meContext), params.brand, "shoppers.export"),
});

/** Requests a file with the list. A short list needs no file, and the answer's text explains that. */
export const action = ({ request, context, params: { brand }, url }: Route.ActionArgs) =>
  prepareFile(context, request, { brand, path: `brands/${brand}/shoppers`, query: toQuery(url.searchParams) });

export default function ExportShoppers({ loaderData: { brand }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Download shoppers" brand={brand.name} />
      <PrepareFile things="shoppers" problem={actionData} />
    </>
  );
}
