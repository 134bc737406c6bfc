import { randomUUID } from "node:crypto";

import { data, href } from "react-router";
import { z } from "zod";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { pickQuery } from "../table/list-url.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/shopper";
import { ActionForms } from "./action-forms.tsx";
import { ACTIONS, isAction } from "./actions.ts";
import { Coins, Orders } from "./books.tsx";
import { Facts } from "./details.tsx";
import { Logins, Trail } from "./logins.tsx";
import { ShopperSchema } from "./shopper-responses.ts";
import { nameOfShopper } from "./state-of.ts";

export async function loader({ context, params: { brand, shopper }, url }: Route.LoaderArgs) {
  const path = `brands/${brand}/shoppers/${encodeURIComponent(shopper)}`;
  const query = pickQuery(url.searchParams, ["orders", "coins"]);
  return {
    brand: brandIn(context.get(meContext), brand),
    ...valueOf(await context.get(staffApiContext).get(path, ShopperSchema, query), url),
    /** The idempotency key of a form that moves coins. */
    formId: randomUUID(),
  };
}

/** Carries out one of ACTIONS. */
export async function action({ request, context, params: { brand, shopper } }: Route.ActionArgs) {
  const form = await request.formData();
  const read = (name: string) => String(form.get(name) ?? "");
  const act = read("act");
  if (!isAction(act)) throw data(null, 400);
  const typed = { act, id: read("id"), session: read("session"), amount: read("amount"), reason: read("reason") };
  const path = `brands/${brand}/shoppers/${encodeURIComponent(shopper)}/${act}`;
  const answer = await context.get(staffApiContext).post(path, z.object({ state: z.string().optional() }), {
    ...typed,
    amount: /^\d{1,7}(\.\d{1,2})?$/.test(typed.amount) ? Number(typed.amount) : 0,
    code: read("code"),
  });
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const text = answer.value.state === "waiting" ? "A second member has to approve this." : ACTIONS[act].done;
  return sayDone(context, text, href("/brands/:brand/shoppers/:shopper", { brand, shopper }));
}

export default function Shopper({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, shopper, orders, ledger, lapses, waiting, sessions, devices, acts, formId } = loaderData;
  return (
    <>
      <PageTitle title={nameOfShopper(shopper)} brand={brand.name} />
      <Facts shopper={shopper} />
      <ActionForms brand={brand} shopper={shopper} sessions={sessions} formId={formId} refused={actionData} />
      <Orders brand={brand} orders={orders} />
      <Coins brand={brand} ledger={ledger} lapses={lapses} waiting={waiting} balance={shopper.coins} />
      <Logins sessions={sessions} devices={devices} />
      <Trail acts={acts} />
    </>
  );
}
