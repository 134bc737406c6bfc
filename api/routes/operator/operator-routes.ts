import { z } from "zod";

import { listStock } from "../../catalogue/list-stock.ts";
import { EVENT_TYPES } from "../../domain/outgoing/events.ts";
import { Month, parse, parseQuery } from "../../http/parse.ts";
import { cutPage, Place } from "../../http/place-in-list.ts";
import { showEvent } from "../../outgoing/show-event.ts";
import { listEvents } from "../../repositories/outgoing/events.ts";
import { listProductPage } from "../../repositories/outgoing/products.ts";
import { reportMonth } from "../../sales/report-month.ts";
import { addStockRows } from "./add-stock.ts";
import type { OperatorRoute } from "./operator-route.ts";
import { listBrandOrders, showBrandOrder } from "./orders.ts";

const Limit = z.coerce.number().int().min(1).max(200).default(50);
const EventsQuery = z.object({ type: z.enum(EVENT_TYPES).optional(), after: Place.optional(), limit: Limit });
/** The cursor is the id, because the order of display may change. */
const ProductsQuery = z.object({ after: z.coerce.number().int().min(0).default(0), limit: Limit });

/** Every call for programs with a key. Tests walk this table by scope. */
export const OPERATOR_ROUTES: readonly OperatorRoute[] = [
  { method: "get", path: "/orders", scope: "orders.read", handle: listBrandOrders },
  { method: "get", path: "/orders/:order", scope: "orders.read", handle: showBrandOrder },
  {
    method: "get",
    path: "/products",
    scope: "products.read",
    async handle({ shop, req }) {
      const { after, limit } = parseQuery(ProductsQuery, req);
      const found = await listProductPage(shop.db.read, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      return {
        products: page.map(({ id: _, ...product }) => product),
        next: found.length > limit ? String(page.at(-1)!.id) : null,
      };
    },
  },
  {
    method: "get",
    path: "/stock",
    scope: "stock.read",
    handle: async ({ shop }) => ({
      stock: (await listStock(shop)).map(({ sku, faceValue, inStock, tooShort, reserved, short, expired, issued }) => ({
        sku,
        face_value: faceValue,
        in_stock: inStock,
        too_short: tooShort,
        reserved,
        short,
        expired,
        issued,
      })),
    }),
  },
  { method: "post", path: "/stock", scope: "stock.write", handle: addStockRows },
  {
    method: "get",
    path: "/reports/:month",
    scope: "reports.read",
    handle: ({ shop, req }) => reportMonth(shop, parse(Month, req.params.month)),
  },
  {
    method: "get",
    path: "/events",
    scope: "events.read",
    async handle({ shop, req }) {
      const { limit, ...query } = parseQuery(EventsQuery, req);
      const events = await listEvents(shop.db.read, { ...query, limit: limit + 1 });
      const { rows, next } = cutPage(events, limit, ({ created_at, id }) => ({ value: created_at, id }));
      return { events: rows.map((event) => showEvent(shop.tenant.id, event)), next };
    },
  },
];
