import { z } from "zod";

import { readEmail } from "../../../config/typed/email.ts";
import { readProduct } from "../../catalogue/edit-product.ts";
import { changeStockAlerts } from "../../catalogue/watch-stock.ts";
import { parseBody } from "../../http/parse.ts";
import { setAlertBelow } from "../../repositories/stock/watch.ts";
import { readStockWatch } from "../../repositories/stock/watch-settings.ts";
import type { BrandRoute } from "../brand-route.ts";

const MOST_ADDRESSES = 10;

const Below = z
  .string()
  .trim()
  .regex(/^\d{1,4}$/, { error: "Write a whole number up to 9999; 0 for no warning." })
  .transform(Number);
const OwnForm = z.object({
  alert_below: z
    .literal("")
    .transform(() => null)
    .or(Below),
});

/** One address on each line. */
const Addresses = z
  .string()
  .transform((text) => [
    ...new Set(
      text
        .split(/[\s,;]+/)
        .map(readEmail)
        .filter((address) => address !== ""),
    ),
  ])
  .superRefine((addresses, context) => {
    const wrong = addresses.find((address) => !z.email().max(254).safeParse(address).success);
    const message =
      wrong !== undefined
        ? `"${wrong}" is not an e-mail address.`
        : addresses.length > MOST_ADDRESSES
          ? `Write at most ${MOST_ADDRESSES} addresses.`
          : undefined;
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
const BrandForm = z.object({ alert_below: Below, addresses: Addresses });

/** The limits of low stock, and the recipients of mails about it. */
export const stockAlertRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/stock-alerts",
    permission: "catalogue.read",
    async handle({ shop }) {
      const { alert_below, addresses } = await readStockWatch(shop.db.read);
      return { alert_below, addresses };
    },
  },
  {
    method: "post",
    path: "/stock-alerts",
    permission: "stock.edit",
    async handle({ shop, req, audit }) {
      const form = parseBody(BrandForm, req);
      const { alert_below, addresses } = await readStockWatch(shop.db.read);
      const act = { act: "stock-alerts.change", subject: "", before: { alert_below, addresses }, after: form };
      await audit(act, () => changeStockAlerts(shop, form));
    },
  },
  {
    method: "post",
    path: "/products/:sku/alert",
    permission: "stock.edit",
    async handle({ shop, req, audit }) {
      const { alert_below } = parseBody(OwnForm, req);
      const row = await readProduct(shop.db.read, String(req.params.sku));
      const states = { before: { alert_below: row.alert_below }, after: { alert_below } };
      await audit({ act: "product.alert", subject: row.sku, ...states }, () =>
        shop.db.transaction((tx) => setAlertBelow(tx, row.id, alert_below)),
      );
    },
  },
];
