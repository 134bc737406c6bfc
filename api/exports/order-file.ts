import { inIndia, toDecimal, toTime } from "../domain/files/csv-lines.ts";
import { createEyes } from "../domain/mask.ts";
import { type OrderQuery, readPage, resolveFilter } from "../orders/order-list.ts";
import { listOrders } from "../repositories/orders/list-orders.ts";
import { type ListFile, PART_ROWS } from "./list-file.ts";

/** `is_masked`: the reader may not see the shoppers' identities. */
export type OrderFileQuery = OrderQuery & { is_masked: boolean };

/** A filtered list of orders. Amounts are rupees. */
export const orderFile: ListFile<OrderFileQuery> = {
  columns: ["number", "state", "review", inIndia("placed_at"), "name", "email", "total", "cash", "coins"],
  async open(shop, { is_masked: isMasked, ...query }) {
    const eyes = createEyes(!isMasked);
    const { filter } = await resolveFilter(shop, query, !isMasked);
    const { sort } = query;
    return {
      async readPart(after) {
        const { orders, next } = await readPage(shop, filter, { sort, limit: PART_ROWS, after });
        const rows = orders.map(
          ({ order_number, status, review, created_at, username, email, total, amount, coins }) => [
            order_number,
            status,
            review,
            toTime(created_at),
            eyes.name(username),
            eyes.email(email),
            ...[total, amount, coins].map(toDecimal),
          ],
        );
        return { rows, next };
      },
      isLonger: async (than) => (await listOrders(shop.db.read, filter, { sort, limit: 1, skip: than })).length > 0,
    };
  },
};
