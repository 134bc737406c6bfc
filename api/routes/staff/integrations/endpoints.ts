import { z } from "zod";

import { notFound } from "../../../base/error.ts";
import { EVENT_TYPES, EVENTS } from "../../../domain/outgoing/events.ts";
import { FormId } from "../../../forms/make-once.ts";
import { parse, parseBody, parseQuery, Text } from "../../../http/parse.ts";
import { cutPage, Place } from "../../../http/place-in-list.ts";
import {
  addEndpoint,
  changeEndpoint,
  pauseEndpoint,
  removeEndpoint,
  replay,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from "../../../outgoing/manage-endpoints.ts";
import { countDeliveries, listDeliveries } from "../../../repositories/outgoing/deliveries.ts";
import { type Endpoint, findEndpoint, listEndpoints } from "../../../repositories/outgoing/endpoints.ts";
import { auditOnce, type BrandCall, type BrandRoute } from "../../brand-route.ts";

const PAGE = 50;
const EndpointBody = z.object({
  url: Text(500).trim(),
  events: z
    .array(z.enum(EVENT_TYPES))
    .min(1, { error: "Choose at least one event." })
    .transform((events) => [...new Set(events)]),
});
const NewEndpointBody = EndpointBody.extend({ form: FormId });
const DeliveriesQuery = z.object({
  after: Place.optional(),
  state: z.enum(["waiting", "delivered", "failed"]).optional(),
});
const ReplayBody = z.union([
  z.object({ delivery: Text(64) }).transform(({ delivery }) => ({ id: delivery })),
  z.object({ since: z.number().int().min(0) }).transform(({ since }) => ({ failedSince: since })),
]);

/** The rest of a URL may hold a secret of its receiver. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "");

/** An endpoint in the form for the audit. */
const noteOf = ({ url, events }: z.output<typeof EndpointBody>) => ({ host: hostOf(url), events });

/** @throws ApiError 404 */
export async function endpointOf({ shop, req }: BrandCall): Promise<Endpoint> {
  const endpoint = await findEndpoint(shop.db.read, parse(Text(64), req.params.endpoint));
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** A call that changes one endpoint, recorded with the endpoint's host. */
const change = (
  name: string,
  run: (call: BrandCall, endpoint: Endpoint) => Promise<unknown>,
  { needsCode, after }: { needsCode?: true; after?: (call: BrandCall) => object } = {},
): BrandRoute => ({
  method: "post",
  path: `/integrations/endpoints/:endpoint/${name}`,
  permission: "integrations.edit",
  ...(needsCode && { needsCode }),
  async handle(call) {
    const endpoint = await endpointOf(call);
    const change = { before: { host: hostOf(endpoint.url) }, ...(after && { after: after(call) }) };
    return call.audit({ act: `endpoint.${name}`, subject: endpoint.id, ...change }, async () => run(call, endpoint));
  },
});

/** The endpoints that get a brand's events, and the outcome of each event. */
export const endpointRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/integrations/endpoints",
    permission: "integrations.read",
    async handle({ shop: { db } }) {
      const counts = await countDeliveries(db.read);
      const count = (id: string, wanted: string) =>
        counts.find(({ endpoint_id, state }) => endpoint_id === id && state === wanted)?.count ?? 0;
      return {
        events: EVENTS,
        endpoints: (await listEndpoints(db.read)).map((endpoint) => ({
          ...show(endpoint),
          events: endpoint.events,
          created_by: endpoint.created_by,
          created_at: endpoint.created_at,
          waiting: count(endpoint.id, "waiting"),
          failed: count(endpoint.id, "failed"),
        })),
      };
    },
  },
  {
    method: "post",
    path: "/integrations/endpoints",
    permission: "integrations.edit",
    needsCode: true,
    async handle(call) {
      const { form: id, ...wanted } = parseBody(NewEndpointBody, call.req);
      const { email } = call.member;
      const form = { id, asked: { ...wanted, by: email } };
      const after = noteOf(wanted);
      const act = { act: "endpoint.add", subject: after.host, after };
      return auditOnce(call, form, act, () => addEndpoint(call.shop, wanted, email, form));
    },
  },
  {
    method: "get",
    path: "/integrations/endpoints/:endpoint/deliveries",
    permission: "integrations.read",
    async handle(call) {
      const { id, paused_at, rest_until } = await endpointOf(call);
      const earliest = Math.max(rest_until ?? 0, call.shop.clock.now());
      const query = parseQuery(DeliveriesQuery, call.req);
      const found = await listDeliveries(call.shop.db.read, id, { ...query, limit: PAGE + 1 });
      const { rows, next } = cutPage(found, PAGE, ({ created_at, id: value }) => ({ value: created_at, id: value }));
      const deliveries = rows.map(({ endpoint_id: _, next_try_at, ...row }) => ({
        ...row,
        next_try_at: next_try_at === null || paused_at !== null ? null : Math.max(next_try_at, earliest),
      }));
      return { deliveries, next };
    },
  },
  change(
    "change",
    async ({ shop, req }, { id }) => changeEndpoint(shop, id, parseBody(EndpointBody, req)),
    { needsCode: true, after: ({ req }) => noteOf(parseBody(EndpointBody, req)) }, // events reveal the shop's sales to others
  ),
  change("rotate", async ({ shop }, { id }) => ({ secret: await rotateSecret(shop, id) }), { needsCode: true }),
  change("remove", ({ shop }, { id }) => removeEndpoint(shop, id).then(() => undefined), { needsCode: true }),
  change("pause", ({ shop }, { id }) => pauseEndpoint(shop, id)),
  change("resume", ({ shop }, { id }) => resumeEndpoint(shop, id)),
  change("test", async ({ shop }, { id }) => ({ event: await sendTest(shop, id) })),
  change("replay", async ({ shop, req }, { id }) => ({ count: await replay(shop, id, parseBody(ReplayBody, req)) })),
];

/** Without its secrets. */
const show = ({ id, url, paused_at, problem, delivered_at, old_secret_until }: Endpoint) => ({
  id,
  url,
  paused_at,
  problem,
  delivered_at,
  old_secret_until,
});
