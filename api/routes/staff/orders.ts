import { createEyes } from "../../domain/mask.ts";
import { parseQuery } from "../../http/parse.ts";
import { writePlace } from "../../http/place-in-list.ts";
import { readPage, resolveFilter } from "../../orders/order-list.ts";
import { type BrandRoute, maySeePeople } from "../brand-route.ts";
import { findOrder } from "../orders/find-order.ts";
import { ListQuery } from "../orders/order-filter.ts";
import { orderFiles } from "./exports/export-orders.ts";
import { giftActions } from "./gift-actions.ts";
import { orderActions } from "./order-actions.ts";
import { showOrder } from "./show-order.ts";

/** Orders of all shoppers of a brand. */
export const orderRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/orders",
    permission: "orders.read",
    async handle(call) {
      const { limit, after, ...query } = parseQuery(ListQuery, call.req);
      const { filter, isCut } = await resolveFilter(call.shop, query, maySeePeople(call));
      const { orders, next } = await readPage(call.shop, filter, { sort: query.sort, after, limit });
      const eyes = createEyes(maySeePeople(call));
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
  ...orderFiles,
  {
    method: "get",
    path: "/orders/:order",
    permission: "orders.read",
    handle: async (call) => showOrder(call, await findOrder(call)),
  },
  ...orderActions,
  ...giftActions,
];
