import { randomUUID } from "node:crypto";

import { href } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/integrations";
import { EndpointForm } from "./endpoint-form.tsx";
import { INTEGRATION_ACTS } from "./integration-actions.server.ts";
import { KeyForm } from "./key-form.tsx";
import { Keys } from "./keys.tsx";
import { Outcome } from "./outcome.tsx";
import { EndpointsSchema, KeysSchema } from "./responses.ts";
import { actOn } from "./send-action.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const base = `brands/${params.brand}/integrations`;
  const [endpoints, keys] = await Promise.all([
    api.get(`${base}/endpoints`, EndpointsSchema),
    api.get(`${base}/keys`, KeysSchema),
  ]);
  return {
    brand: brandIn(context.get(meContext), params.brand),
    now: Date.now(),
    formIds: { endpoint: randomUUID(), key: randomUUID() },
    ...valueOf(endpoints, url),
    ...valueOf(keys, url),
  };
}

export const action = (args: Route.ActionArgs) =>
  actOn(args, INTEGRATION_ACTS, `brands/${args.params.brand}/integrations`);

export default function Integrations({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, endpoints, events, keys, scopes, now, formIds } = loaderData;
  const mayEdit = brand.permissions.includes("integrations.edit");
  const refused = actionData?.refused ?? null;
  return (
    <>
      <PageTitle title="Integrations" brand={brand.name} />
      <Outcome refused={refused} once={actionData?.once ?? null} confirmed={{ "take-over-key": "Take over" }} />
      <h2>Endpoints</h2>
      <DataTable
        caption="Endpoints"
        rows={endpoints}
        keyOf={({ id }) => id}
        sortIn="endpoints"
        empty="None. An endpoint is a system of yours that is told when an order is placed, paid or delivered."
        columns={[
          {
            label: "URL",
            sort: "url",
            by: ({ url }) => url,
            cell: ({ id, url }) => (
              <a href={href("/brands/:brand/integrations/:endpoint", { brand: brand.id, endpoint: id })}>{url}</a>
            ),
          },
          { label: "State", cell: ({ paused_at }) => (paused_at === null ? "active" : "paused") },
          { label: "Waiting", isNumber: true, sort: "waiting", by: (row) => row.waiting, cell: (row) => row.waiting },
          { label: "Failed", isNumber: true, sort: "failed", by: (row) => row.failed, cell: (row) => row.failed },
        ]}
      />
      {endpoints.length > 0 && (
        <CsvLink
          to={href("/brands/:brand/integrations/endpoints.csv", { brand: brand.id })}
          label="Download the endpoints as CSV"
        />
      )}
      {mayEdit && (
        <details className="act" open={refused?.typed.act === "add-endpoint"}>
          <summary>Add an endpoint</summary>
          <EndpointForm act="add-endpoint" events={events} refused={refused} formId={formIds.endpoint} />
        </details>
      )}
      <h2>Keys</h2>
      <Keys keys={keys} mayEdit={mayEdit} now={now} refused={refused} />
      {mayEdit && (
        <details className="act" open={refused?.typed.act === "add-key"}>
          <summary>Make a key</summary>
          <KeyForm scopes={scopes} refused={refused} formId={formIds.key} />
        </details>
      )}
    </>
  );
}
