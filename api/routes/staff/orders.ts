import { parseQuery } from "../../http/parse.ts";
import { writePlace } from "../../http/place-in-list.ts";
import type { BrandRoute } from "../brand-route.ts";
import { findOrder } from "../orders/find-order.ts";
import { FilterQuery, ListQuery, readPage, resolveFilter } from "../orders/order-filter.ts";
import { exportOrders } from "./export-orders.ts";
import { giftActs } from "./gift-acts.ts";
import { orderActs } from "./order-acts.ts";
import { createEyes, showOrder } from "./show-order.ts";

/** Orders of all shoppers of a brand. */
export const orderRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/orders",
    permission: "orders.read",
    async handle(call) {
      const { limit, after, ...query } = parseQuery(ListQuery, call.req);
      const { filter, isCut } = await resolveFilter(call.shop, query);
      const { orders, next } = await readPage(call.shop, filter, { sort: query.sort, after, limit });
      const eyes = createEyes(call);
      return {
        orders: orders.map(({ username, email, ...order }) => ({
          ...order,
          shopper: { name: eyes.name(username), email: eyes.email(email) },
        })),
        next: next ? writePlace(next) : null,
        is_cut: isCut,
      };
    },
  },
  {
    method: "get",
    path: "/orders.csv",
    // Support needs single orders; the whole list is for reports about money.
    permission: "money.export",
    needsCode: true,
    async handle(call) {
      const query = parseQuery(FilterQuery, call.req);
      // What was searched for may be an address, and nothing is ever erased from the audit.
      const after = { ...query, q: query.q && "…" };
      await call.audit({ act: "order.export", subject: "orders", after }, () => exportOrders(call, query));
    },
  },
  {
    method: "get",
    path: "/orders/:order",
    permission: "orders.read",
    handle: async (call) => showOrder(call, await findOrder(call)),
  },
  ...orderActs,
  ...giftActs,
];
