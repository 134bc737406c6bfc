import { z } from "zod";

import type { PlaceInList } from "../../../db/place-in-list.ts";
import { inIndia, toDecimal, toTime } from "../../../domain/files/csv-lines.ts";
import { everyRow } from "../../../http/every-row.ts";
import { parseQuery } from "../../../http/parse.ts";
import { cutPage, Place } from "../../../http/place-in-list.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { type Dispute, listDisputes } from "../../../repositories/payments/disputes.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandRoute } from "../../brand-route.ts";

const Filter = z.object({
  state: z.enum(["undecided", "open", "under_review", "won", "lost", "closed"]).optional(),
});
const ListQuery = Filter.extend({ after: Place.optional() });
const PAGE = 50;

/** Payments that payers dispute at their bank. Cash in paise, times in ms. */
export const disputeRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/disputes",
    permission: "money.read",
    async handle({ shop, req }) {
      const { after, ...filter } = parseQuery(ListQuery, req);
      const { rows, next } = cutPage(await readPage(shop, filter, { limit: PAGE + 1, after }), PAGE, placeOf);
      return { disputes: rows, next };
    },
  },
  {
    method: "get",
    path: "/disputes.csv",
    permission: "money.export",
    needsCode: true,
    async handle({ shop, req, res, audit }) {
      const filter = parseQuery(Filter, req);
      const act = { act: "disputes.export", subject: "disputes", after: filter };
      await audit(act, () => sendCsv(res, `disputes-${shop.tenant.id}`, listRows(shop, filter)));
    },
  },
];

type Row = Awaited<ReturnType<typeof readPage>>[number];

const placeOf = ({ created_at, id }: Row) => ({ value: created_at, id });

export const disputeJson = ({ id, gateway, gateway_dispute_id, amount, taken, ...dispute }: Dispute) => ({
  id,
  gateway,
  gateway_dispute_id,
  amount,
  taken,
  state: dispute.state,
  phase: dispute.phase,
  reason: dispute.reason,
  respond_by: dispute.respond_by,
  created_at: dispute.created_at,
  updated_at: dispute.updated_at,
});

const readPage = async ({ db }: Shop, filter: z.output<typeof Filter>, page: { limit: number; after?: PlaceInList }) =>
  (await listDisputes(db.read, { ...page, ...filter })).map((row) => ({
    ...disputeJson(row),
    order_id: row.order_id,
    order_number: row.order_number,
  }));

/** Amounts are rupees. */
async function* listRows(shop: Shop, filter: z.output<typeof Filter>) {
  yield [
    inIndia("began_at"),
    "order",
    "dispute",
    "gateway",
    "phase",
    "state",
    "reason",
    "amount",
    "taken",
    inIndia("respond_by"),
  ];
  for await (const row of everyRow((page) => readPage(shop, filter, page), placeOf))
    yield [
      toTime(row.created_at),
      row.order_number,
      row.gateway_dispute_id,
      row.gateway,
      row.phase,
      row.state,
      row.reason,
      toDecimal(row.amount),
      toDecimal(row.taken),
      row.respond_by && toTime(row.respond_by),
    ];
}
