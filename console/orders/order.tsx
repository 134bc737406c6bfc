import { randomUUID } from "node:crypto";

import { data } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, hasChangedMeanwhile, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/order";
import { sendAction } from "./actions.server.ts";
import { Actions } from "./actions.tsx";
import { OrderDetails } from "./details.tsx";
import { OrderMoney } from "./money.tsx";
import { OrderSchema } from "./responses.ts";
import { Timeline } from "./timeline.tsx";

const pathOf = ({ brand, order }: { brand: string; order: string }) =>
  `brands/${encodeURIComponent(brand)}/orders/${encodeURIComponent(order)}`;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(pathOf(params), OrderSchema);
  const brand = brandIn(context.get(meContext), params.brand);
  return { shown: valueOf(answer, url), brand, noteId: randomUUID() };
}

/** The answer itself shows a code, once. Any other action redirects to the page. */
export async function action({ request, context, params, url }: Route.ActionArgs) {
  const form = await request.formData();
  const { act, answer, done, typed } = await sendAction(context.get(staffApiContext), pathOf(params), form);
  if (!answer.ok) {
    const status = hasChangedMeanwhile(answer.error) ? 409 : 400;
    return data({ act, typed, problem: explain(answer.error), codes: null }, status);
  }
  if (answer.value.card_number !== undefined) return { act, typed: {}, problem: null, codes: answer.value };
  return sayDone(context, done, url.pathname);
}

export default function Order({ loaderData, actionData }: Route.ComponentProps) {
  const { shown, brand, noteId } = loaderData;
  return (
    <>
      <PageTitle title={`Order ${shown.order.order_number}`} brand={brand.name} />
      {actionData?.problem && <Refusal {...actionData.problem} />}
      <div className="order-page">
        <div>
          <OrderDetails shown={shown} brand={brand} />
          <OrderMoney shown={shown} />
          <Timeline happenings={shown.timeline} />
        </div>
        <Actions shown={shown} permissions={brand.permissions} noteId={noteId} last={actionData ?? null} />
      </div>
    </>
  );
}
