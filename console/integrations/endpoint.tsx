import { data, href } from "react-router";

import { DateTime } from "#app/ui/date.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { DAY_MS } from "../base/days.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { pickQuery } from "../table/list-url.ts";
import { OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/endpoint";
import { Deliveries } from "./deliveries.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { Outcome } from "./outcome.tsx";
import { DeliveriesSchema, EndpointsSchema } from "./responses.ts";
import { type Actions, actOn, endpointBody } from "./send-action.server.ts";

const pathOf = ({ brand, endpoint }: Route.LoaderArgs["params"]) =>
  `brands/${brand}/integrations/endpoints/${encodeURIComponent(endpoint)}`;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const api = context.get(staffApiContext);
  const all = await api.get(`brands/${params.brand}/integrations/endpoints`, EndpointsSchema);
  const { endpoints, events } = valueOf(all, url);
  const endpoint = endpoints.find(({ id }) => id === params.endpoint);
  if (endpoint === undefined) throw data(null, 404);
  const query = pickQuery(url.searchParams, ["after"]);
  const found = await api.get(`${pathOf(params)}/deliveries`, DeliveriesSchema, query);
  const brand = brandIn(context.get(meContext), params.brand);
  return { brand, endpoint, events, ...valueOf(found, url) };
}

const ACTIONS: Actions = {
  change: { path: () => "change", body: endpointBody, done: "The endpoint is changed." },
  rotate: { path: () => "rotate", done: "" },
  remove: { path: () => "remove", done: "The endpoint is removed.", isGone: true },
  pause: { path: () => "pause", done: "The endpoint is paused. Its events wait." },
  resume: { path: () => "resume", done: "The endpoint goes on. What has waited is sent." },
  test: { path: () => "test", done: "A test is on its way. Load the page again to see the answer." },
  replay: {
    path: () => "replay",
    body: ({ delivery = "" }) => ({ delivery }),
    done: "The event is sent again. Load the page again to see the answer.",
  },
  "replay-failed": {
    path: () => "replay",
    body: ({ days }) => ({ since: Date.now() - Number(days) * DAY_MS }),
    done: "What failed is sent again.",
  },
};
const CONFIRMED = { rotate: "Make a new secret", remove: "Remove the endpoint" };

export const action = (args: Route.ActionArgs) => actOn(args, ACTIONS, pathOf(args.params));

export default function EndpointPage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, endpoint, events, deliveries, next } = loaderData;
  const { paused_at, problem, delivered_at, old_secret_until } = endpoint;
  const mayEdit = brand.permissions.includes("integrations.edit");
  const refused = actionData?.refused ?? null;
  return (
    <>
      <PageTitle title={`Endpoint ${new URL(endpoint.url).host}`} brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/integrations", { brand: brand.id })}>All integrations</a>
      </p>
      <Outcome refused={refused} once={actionData?.once ?? null} confirmed={CONFIRMED} />
      {paused_at !== null && (
        <Alert tone="info">
          Paused since <DateTime at={paused_at} />. {problem ?? "Its events wait, and are sent when it goes on."}
        </Alert>
      )}
      <p>
        {delivered_at === null ? "It has accepted no event yet." : "It last accepted an event on "}
        {delivered_at !== null && <DateTime at={delivered_at} />}
        {old_secret_until !== null && " The former secret signs, too, for a day after a new one was made."}
      </p>
      {mayEdit && <EndpointActions endpoint={endpoint} />}
      <h2>Events</h2>
      <Deliveries deliveries={deliveries} mayEdit={mayEdit} />
      <OlderPage place={next} />
      {deliveries.length > 0 && (
        <CsvLink
          to={href("/brands/:brand/integrations/:endpoint/events.csv", { brand: brand.id, endpoint: endpoint.id })}
        />
      )}
      {mayEdit && (
        <details className="act" open={refused?.typed.act === "change"}>
          <summary>Change the endpoint</summary>
          <EndpointForm act="change" endpoint={endpoint} events={events} refused={refused} />
        </details>
      )}
    </>
  );
}
