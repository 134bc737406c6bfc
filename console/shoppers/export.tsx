import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/export";
import { ShopperSchema } from "./shopper-responses.ts";
import { nameOfShopper } from "./state-of.ts";

export async function loader({ context, params: { brand, shopper }, url }: Route.LoaderArgs) {
  const path = `brands/${brand}/shoppers/${encodeURIComponent(shopper)}`;
  const { shopper: found } = valueOf(await context.get(staffApiContext).get(path, ShopperSchema), url);
  return { brand: brandIn(context.get(meContext), brand), shopper: nameOfShopper(found) };
}

/** Redirects to the file after the API has accepted the reason and the code. */
export async function action({ request, context, params: { brand, shopper } }: Route.ActionArgs) {
  const form = await request.formData();
  const reason = String(form.get("reason") ?? "");
  const path = `brands/${brand}/shoppers/${encodeURIComponent(shopper)}/export`;
  const answer = await context
    .get(staffApiContext)
    .post(path, z.unknown(), { reason, code: String(form.get("code") ?? "") });
  if (!answer.ok) return data({ reason, problem: explain(answer.error) }, 400);
  return redirectDocument(href("/brands/:brand/shoppers/:shopper/export/file", { brand, shopper }), 303);
}

export default function Export({ loaderData: { brand, shopper }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Export all data" brand={brand.name} />
      <div className="narrow-form">
        <p>
          The file holds what the shop knows of {shopper}: the profile, orders with gifts and receipts, coins, sessions,
          accepted terms, and the kinds and times of mails. It holds no codes of cards.
        </p>
        <form method="post" className="stack">
          {actionData && <Refusal {...actionData.problem} />}
          <ReasonField id="reason" value={actionData?.reason} error={actionData?.problem.fields.reason} />
          <CodeField id="code" error={actionData?.problem.fields.code} />
          <Button>Download as JSON</Button>
        </form>
      </div>
    </>
  );
}
