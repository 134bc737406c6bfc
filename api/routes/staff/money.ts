import { z } from "zod";

import { auditPayments } from "../../audit/payments-audit.ts";
import { notFound } from "../../error.ts";
import { parse, parseQuery, Text } from "../../http/parse.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { replayWebhook } from "../../payments/receive-webhook.ts";
import { listRefunds, listReturnedPayments } from "../../repositories/all-orders.ts";
import { findWebhook, listWebhooks } from "../../repositories/payments/webhooks.ts";
import { listReportRows, reportMonth } from "../../sales/report-month.ts";
import type { BrandRoute } from "./brand-route.ts";

const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: "must be a month such as 2026-11" });
const WebhooksQuery = z.object({
  /** Those that came before this time (ms). */
  before: z.coerce.number().int().min(0).optional(),
});
const PAGE = 50;

/** Payments, refunds and the books. Cash in paise, coins in hundredths, times in ms. */
export const moneyRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/money",
    permission: "money.read",
    async handle({ shop: { db, tenant, clock } }) {
      const gateway = tenant.payments?.gateway ?? "sandbox";
      return {
        gateway,
        differences: await auditPayments({ db: db.read, gateway, now: clock.now() }),
        refunds: (await listRefunds(db.read, { isSentToo: false })).map(
          ({ order_id, order_number, email, amount, coins, reason, state, created_at }) => ({
            ...{ order_id, order_number, email, amount, coins, reason, state, created_at },
          }),
        ),
        returned: (await listReturnedPayments(db.read, { isSentToo: false })).map(
          ({ id, order_id, order_number, email, amount, reason, state, detail, created_at }) => ({
            ...{ id, order_id, order_number, email, amount, reason, state, detail, created_at },
          }),
        ),
      };
    },
  },
  {
    method: "get",
    path: "/money/months/:month",
    permission: "money.read",
    handle: ({ shop, req }) => reportMonth(shop, parse(Month, req.params.month)),
  },
  {
    method: "get",
    path: "/money/months/:month/export",
    permission: "money.export",
    async handle({ shop, req, res, audit }) {
      const month = parse(Month, req.params.month);
      const report = await audit({ act: "money.export", subject: month }, () => reportMonth(shop, month));
      await sendCsv(res, `${shop.tenant.id}-${month}`, listReportRows(report));
    },
  },
  {
    method: "get",
    path: "/webhooks",
    permission: "money.read",
    async handle({ shop: { db }, req }) {
      const { before } = parseQuery(WebhooksQuery, req);
      const webhooks = await listWebhooks(db.read, { limit: PAGE, before });
      return {
        webhooks: webhooks.map(({ id, event_id, outcome, order_id, tries, received_at }) => ({
          ...{ id, event_id, outcome, order_id, tries, received_at },
        })),
      };
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
