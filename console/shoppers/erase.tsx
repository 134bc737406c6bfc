import { data, href } from "react-router";
import { z } from "zod";

import { formatPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/erase";
import { ShopperSchema } from "./shopper-responses.ts";
import { nameOfShopper } from "./state-of.ts";

export async function loader({ context, params: { brand, shopper }, url }: Route.LoaderArgs) {
  const path = `brands/${brand}/shoppers/${encodeURIComponent(shopper)}`;
  const { shopper: found, obstacle } = valueOf(await context.get(staffApiContext).get(path, ShopperSchema), url);
  return {
    brand: brandIn(context.get(meContext), brand),
    shopper: nameOfShopper(found),
    isByPhone: found.email === "",
    coins: found.coins,
    obstacle,
  };
}

export async function action({ request, context, params: { brand, shopper } }: Route.ActionArgs) {
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const typed = { email: read("email"), reason: read("reason") };
  const path = `brands/${brand}/shoppers/${encodeURIComponent(shopper)}/erase`;
  const answer = await context.get(staffApiContext).post(path, z.unknown(), { ...typed, code: read("code") });
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const page = href("/brands/:brand/shoppers/:shopper", { brand, shopper });
  return sayDone(context, "The person is erased. Their orders and payments stay in the books.", page);
}

export default function Erase({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, shopper, isByPhone, coins, obstacle } = loaderData;
  const problem = actionData?.problem;
  return (
    <>
      <PageTitle title="Erase this person" brand={brand.name} />
      <div className="narrow-form">
        <p>
          Name, addresses, phone numbers, the recipients of gifts, devices, sessions and mails of {shopper} go for good,
          and nobody can log in again. Orders, payments, receipts and coins stay under a pseudonym, as the law wants
          books to be kept.
        </p>
        {coins > 0 && (
          <p>
            <strong>{formatPoints(coins)} coins are lost.</strong> They are taken back in the ledger.
          </p>
        )}
        {obstacle !== null ? (
          <Alert tone="info">Not yet: {obstacle}</Alert>
        ) : (
          <form method="post" className="stack">
            {problem && <Refusal {...problem} />}
            <Field
              name="email"
              label={`Type the shopper's ${isByPhone ? "phone number" : "e-mail address"} again`}
              type={isByPhone ? "tel" : "email"}
              autoComplete="off"
              required
              defaultValue={actionData?.typed.email}
              error={problem?.fields.email}
            />
            <ReasonField id="reason" value={actionData?.typed.reason} error={problem?.fields.reason} />
            <CodeField id="code" error={problem?.fields.code} />
            <Button look="danger" busyLabel="Erasing...">
              Erase for good
            </Button>
          </form>
        )}
      </div>
    </>
  );
}
