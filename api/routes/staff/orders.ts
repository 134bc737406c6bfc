import { z } from "zod";

import { ORDER_STATUSES } from "../../domain/orders.ts";
import { notFound } from "../../error.ts";
import { parseQuery, Text } from "../../http/parse.ts";
import { findOrders, listAllOrders } from "../../repositories/all-orders.ts";
import { listOrderItems } from "../../repositories/orders.ts";
import type { BrandRoute } from "./brand-route.ts";

const ListQuery = z.object({
  status: z.enum(ORDER_STATUSES).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** Orders of all shoppers of a brand. */
export const orderRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/orders",
    permission: "orders.read",
    async handle({ shop, req }) {
      const orders = await listAllOrders(shop.db.read, parseQuery(ListQuery, req));
      return { orders };
    },
  },
  {
    method: "get",
    path: "/orders/:order",
    permission: "orders.read",
    async handle({ shop, req }) {
      const [order] = await findOrders(shop.db.read, z.parse(Text(64), req.params.order));
      if (order === undefined) throw notFound();
      return { order, lines: await listOrderItems(shop.db.read, order.id) };
    },
  },
];
