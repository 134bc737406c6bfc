import type { z } from "zod";

import { sendCsv, toDecimal } from "../../http/send-csv.ts";
import type { BrandCall } from "../brand-route.ts";
import { type FilterQuery, readPage, resolveFilter } from "../orders/order-filter.ts";
import { createEyes } from "./show-order.ts";

const PAGE = 500;
const HEAD = ["number", "state", "review", "placed_at", "name", "email", "total", "cash", "coins"];

/** Sends the whole filtered list as CSV, read page by page. Amounts are rupees. */
export const exportOrders = (call: BrandCall, query: z.output<typeof FilterQuery>) =>
  sendCsv(call.res, `orders-${call.shop.tenant.id}`, listRows(call, query));

async function* listRows(call: BrandCall, query: z.output<typeof FilterQuery>) {
  const { shop } = call;
  const eyes = createEyes(call);
  const { filter } = await resolveFilter(shop, query);
  yield HEAD;
  let page: Awaited<ReturnType<typeof readPage>> | undefined;
  do {
    page = await readPage(shop, filter, { sort: query.sort, limit: PAGE, after: page?.next });
    for (const { order_number, status, review, created_at, username, email, total, amount, coins } of page.orders)
      yield [
        ...[order_number, status, review, new Date(created_at).toISOString(), eyes.name(username), eyes.email(email)],
        ...[total, amount, coins].map(toDecimal),
      ];
  } while (page.next !== undefined);
}
