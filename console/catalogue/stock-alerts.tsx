import { data } from "react-router";
import { z } from "zod";

import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/stock-alerts";
import { AlertsSchema } from "./responses.ts";

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/stock-alerts`, AlertsSchema);
  return { brand: brandIn(context.get(meContext), brand), ...valueOf(answer, url) };
}

export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const { alert_below = "", addresses = "" } = readForm(await request.formData());
  const typed = { alert_below, addresses };
  const answer = await context.get(staffApiContext).post(`brands/${brand}/stock-alerts`, z.unknown(), typed);
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  return sayDone(context, "The stock alerts are saved.", url.pathname);
}

export default function StockAlerts({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, alert_below, addresses } = loaderData;
  const fields = actionData?.problem.fields ?? {};
  const readOnly = !brand.permissions.includes("stock.edit");
  return (
    <>
      <PageTitle title="Stock alerts" brand={brand.name} />
      {actionData && <Refusal {...actionData.problem} />}
      <p>A product on sale that sinks below its number is listed under Today, and each address below gets one mail.</p>
      <form method="post" className="product-form">
        <Field
          name="alert_below"
          label="Warn below"
          hint="A product can have a number of its own, on its page. 0 for no warning."
          inputMode="numeric"
          required
          readOnly={readOnly}
          defaultValue={actionData?.typed.alert_below ?? alert_below}
          error={fields.alert_below}
        />
        <TextArea
          name="addresses"
          label="Mail to"
          hint="E-mail addresses, one on each line, at most ten."
          defaultValue={actionData?.typed.addresses ?? addresses.join("\n")}
          error={fields.addresses}
          readOnly={readOnly}
        />
        {!readOnly && (
          <p>
            <Button busyLabel="Saving...">Save</Button>
          </p>
        )}
      </form>
    </>
  );
}
