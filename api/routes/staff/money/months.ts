import { Month, parse } from "../../../http/parse.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { listReceiptRows, listReportRows, reportMonth } from "../../../sales/report-month.ts";
import type { BrandRoute } from "../../brand-route.ts";

/** The books of a month in India. Cash in paise, coins in hundredths. */
export const monthRoutes: readonly BrandRoute[] = [
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
    needsCode: true,
    async handle({ shop, req, res, audit }) {
      const month = parse(Month, req.params.month);
      const report = await audit({ act: "money.export", subject: month }, () => reportMonth(shop, month));
      await sendCsv(res, `${shop.tenant.id}-${month}`, listReportRows(report));
    },
  },
  {
    method: "get",
    path: "/money/months/:month/receipts",
    permission: "money.export",
    needsCode: true,
    async handle({ shop, req, res, audit }) {
      const month = parse(Month, req.params.month);
      const act = { act: "receipts.export", subject: month };
      await audit(act, () => sendCsv(res, `${shop.tenant.id}-receipts-${month}`, listReceiptRows(shop, month)));
    },
  },
];
