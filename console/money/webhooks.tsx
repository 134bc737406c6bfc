import { data, href } from "react-router";
import { z } from "zod";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { Choice } from "../fields/choice.tsx";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { pickQuery } from "../table/list-url.ts";
import { OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/webhooks";
import { WebhooksSchema } from "./money-response.ts";
import { OrderLink } from "./order-link.tsx";
import { describeOutcomes, NOTIFIED } from "./outcomes.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const query = pickQuery(url.searchParams, ["outcome", "after"]);
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/webhooks`, WebhooksSchema, query);
  return {
    brand: brandIn(context.get(meContext), params.brand),
    outcome: url.searchParams.get("outcome") ?? "",
    ...valueOf(answer, url),
  };
}

/** Processes a notification once more. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const id = encodeURIComponent(String((await request.formData()).get("id")));
  const answer = await context
    .get(staffApiContext)
    .post(`brands/${brand}/webhooks/${id}/replay`, z.object({ outcome: z.string() }));
  if (!answer.ok) return data({ problem: explain(answer.error).text }, 400);
  const text = `The notification was processed again: ${answer.value.outcome}.`;
  return sayDone(context, text, href("/brands/:brand/webhooks", { brand }));
}

export default function Webhooks({ loaderData: { brand, outcome, webhooks, next }, actionData }: Route.ComponentProps) {
  const mayReplay = brand.permissions.includes("orders.refund");
  return (
    <>
      <PageTitle title="Notifications of the gateway" brand={brand.name} />
      {actionData && <Refusal text={actionData.problem} />}
      <form method="get" className="filters">
        <Choice name="outcome" label="What became of it" options={NOTIFIED} none="Anything" value={outcome} />
        <p className="filter-acts">
          <Button>Show</Button> <a href={href("/brands/:brand/webhooks", { brand: brand.id })}>Clear</a>
        </p>
      </form>
      <DataTable
        caption="Notifications"
        rows={webhooks}
        keyOf={({ id }) => id}
        empty="No such notification in the last 90 days. The gateway sends one whenever a payment or a refund changes."
        columns={[
          { label: "Event", cell: ({ event_id }) => event_id },
          { label: "Received", cell: ({ received_at }) => <DateTime at={received_at} /> },
          {
            label: "What became of it",
            cell: ({ outcome }) => (outcome === null ? NOTIFIED.waits : describeOutcomes(outcome)),
          },
          {
            label: "Order",
            cell: ({ order_id, order_number }) =>
              order_id && order_number && <OrderLink brand={brand.id} of={{ order_id, order_number }} />,
          },
          { label: "Tries", isNumber: true, cell: ({ tries }) => tries },
          {
            label: "Action",
            cell: ({ id, event_id }) =>
              mayReplay && (
                <form method="post">
                  <input type="hidden" name="id" value={id} />
                  <Button look="outline" busyLabel="Processing..." aria-label={`Process ${event_id} again`}>
                    Process again
                  </Button>
                </form>
              ),
          },
        ]}
      />
      <OlderPage place={next} />
      {brand.permissions.includes("money.export") && webhooks.length > 0 && (
        <CsvLink to={href("/brands/:brand/webhooks.csv", { brand: brand.id })} />
      )}
    </>
  );
}
