import { inIndia, toTime } from "../../../domain/files/csv-lines.ts";
import { everyRow } from "../../../http/every-row.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { countDeliveries, listDeliveries } from "../../../repositories/outgoing/deliveries.ts";
import { listEndpoints } from "../../../repositories/outgoing/endpoints.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandRoute } from "../../brand-route.ts";
import { endpointOf, hostOf } from "./endpoints.ts";

/**
 * The lists of endpoints and of their events as files: without secrets, the part of a URL after the host, and receivers' answers.
 */
export const endpointFileRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/integrations/endpoints.csv",
    permission: "integrations.read",
    needsCode: true,
    handle: ({ shop, res, audit }) =>
      audit({ act: "endpoint.export", subject: "endpoints" }, () =>
        sendCsv(res, `endpoints-${shop.tenant.id}`, listEndpointRows(shop)),
      ),
  },
  {
    method: "get",
    path: "/integrations/endpoints/:endpoint/deliveries.csv",
    permission: "integrations.read",
    needsCode: true,
    async handle(call) {
      const { shop, res } = call;
      const { id, url } = await endpointOf(call);
      const act = { act: "endpoint.export-events", subject: id, before: { host: hostOf(url) } };
      await call.audit(act, () => sendCsv(res, `events-${shop.tenant.id}`, listDeliveryRows(shop, id)));
    },
  },
];

async function* listEndpointRows({ db: { read } }: Shop) {
  yield [
    "id",
    "host",
    "events",
    "waiting",
    "failed",
    inIndia("accepted_at"),
    inIndia("paused_at"),
    "created_by",
    inIndia("created_at"),
  ];
  const counts = await countDeliveries(read);
  for (const { id, url, events, delivered_at, paused_at, created_by, created_at } of await listEndpoints(read)) {
    const count = (wanted: string) =>
      counts.find(({ endpoint_id, state }) => endpoint_id === id && state === wanted)?.count ?? 0;
    yield [
      id,
      hostOf(url),
      events.join(" "),
      count("waiting"),
      count("failed"),
      toTime(delivered_at),
      toTime(paused_at),
      created_by,
      toTime(created_at),
    ];
  }
}

async function* listDeliveryRows({ db: { read } }: Shop, endpointId: string) {
  yield [inIndia("happened_at"), "event", "type", "order", "state", "tries", inIndia("tried_at"), "status", "took_ms"];
  const deliveries = everyRow(
    (page) => listDeliveries(read, endpointId, page),
    ({ created_at, id }) => ({ value: created_at, id }),
  );
  for await (const row of deliveries) {
    const { created_at, event_id, type, order_number, state, tries, tried_at, status, took_ms } = row;
    yield [toTime(created_at), event_id, type, order_number, state, tries, toTime(tried_at), status, took_ms];
  }
}
