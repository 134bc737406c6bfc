import { data, href, redirectDocument } from "react-router";
import { z } from "zod";

import { sessionContext } from "#app/context.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { explain, valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/webhooks";
import { WebhooksSchema } from "./money-answer.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const before = url.searchParams.get("before");
  const query = new URLSearchParams(before === null ? {} : { before });
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/webhooks`, WebhooksSchema, query);
  return { brand: brandIn(context.get(meContext), params.brand), webhooks: valueOf(answer, url).webhooks };
}

/** Processes a notification once more. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const id = encodeURIComponent(String((await request.formData()).get("id")));
  const answer = await context
    .get(staffApiContext)
    .post(`brands/${brand}/webhooks/${id}/replay`, z.object({ outcome: z.string() }));
  if (!answer.ok) return data({ problem: explain(answer.error).text }, 400);
  const text = `The notification was processed again: ${answer.value.outcome}.`;
  context.get(sessionContext).setFlash({ kind: "success", text });
  return redirectDocument(href("/brands/:brand/webhooks", { brand }), 303);
}

export default function Webhooks({ loaderData: { brand, webhooks }, actionData }: Route.ComponentProps) {
  const mayReplay = brand.permissions.includes("orders.refund");
  const last = webhooks.at(-1);
  return (
    <>
      <PageTitle title="Notifications of the gateway" brand={brand.name} />
      {actionData && <Alert>{actionData.problem}</Alert>}
      <DataTable
        caption="Notifications"
        rows={webhooks}
        keyOf={({ id }) => id}
        empty="None came within the last 90 days. The gateway sends one whenever a payment or a refund changes."
        columns={[
          { label: "Event", cell: ({ event_id }) => event_id },
          { label: "Received", cell: ({ received_at }) => <DateTime at={received_at} /> },
          { label: "What became of it", cell: ({ outcome }) => outcome?.replaceAll("_", " ") ?? "waits" },
          { label: "Tries", isNumber: true, cell: ({ tries }) => tries },
          {
            label: "Act",
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
      {webhooks.length > 0 && <a href={`?before=${last!.received_at}`}>Older</a>}
    </>
  );
}
