import { z } from "zod";

import { notFound } from "../../../base/error.ts";
import type { PlaceInList } from "../../../db/place-in-list.ts";
import { inIndia, toTime } from "../../../domain/files/csv-lines.ts";
import { everyRow } from "../../../http/every-row.ts";
import { parse, parseQuery, Text } from "../../../http/parse.ts";
import { cutPage, Place } from "../../../http/place-in-list.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { replayWebhook } from "../../../payments/receive-webhook.ts";
import { findWebhook, listWebhooks, numbersOfOrders } from "../../../repositories/payments/webhooks.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandRoute } from "../../brand-route.ts";

/** Notifications that wait to be processed, among the outcomes of the others. */
const WAITS = "waits";
const Filter = z.object({ outcome: Text(100).optional() });
const ListQuery = Filter.extend({ after: Place.optional() });
const PAGE = 50;

/** The notifications of the gateway. Times in ms. */
export const webhookRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/webhooks",
    permission: "money.read",
    async handle({ shop, req }) {
      const { after, ...filter } = parseQuery(ListQuery, req);
      const found = await readPage(shop, filter, { limit: PAGE + 1, after });
      const { rows, next } = cutPage(found, PAGE, placeOf);
      return { webhooks: rows, next };
    },
  },
  {
    method: "get",
    path: "/webhooks.csv",
    permission: "money.export",
    needsCode: true,
    async handle({ shop, req, res, audit }) {
      const filter = parseQuery(Filter, req);
      const act = { act: "webhooks.export", subject: "webhooks", after: filter };
      await audit(act, () => sendCsv(res, `notifications-${shop.tenant.id}`, listRows(shop, filter)));
    },
  },
  {
    method: "post",
    path: "/webhooks/:webhook/replay",
    permission: "orders.refund",
    async handle({ shop, req, audit }) {
      const webhook = await findWebhook(shop.db.read, parse(Text(64), req.params.webhook));
      if (webhook === undefined) throw notFound();
      const act = { act: "webhook.replay", subject: webhook.id, before: { outcome: webhook.outcome } };
      return { outcome: await audit(act, () => replayWebhook(shop, webhook)) };
    },
  },
];

type Row = Awaited<ReturnType<typeof readPage>>[number];

const placeOf = ({ received_at, id }: Row) => ({ value: received_at, id });

async function readPage(
  { db }: Shop,
  { outcome }: z.output<typeof Filter>,
  page: { limit: number; after?: PlaceInList },
) {
  const rows = await listWebhooks(db.read, { ...page, outcome: outcome === WAITS ? null : outcome });
  const orders = await numbersOfOrders(db.read, rows);
  return rows.map(({ id, event_id, outcome, order_id, tries, received_at }) => ({
    id,
    event_id,
    outcome,
    order_id,
    tries,
    received_at,
    order_number: orders.get(order_id ?? "") ?? null,
  }));
}

async function* listRows(shop: Shop, filter: z.output<typeof Filter>) {
  yield [inIndia("received_at"), "event", "outcome", "order", "tries"];
  for await (const row of everyRow((page) => readPage(shop, filter, page), placeOf))
    yield [toTime(row.received_at), row.event_id, row.outcome ?? WAITS, row.order_number, row.tries];
}
