import { once } from "node:events";

import type { z } from "zod";

import type { BrandCall } from "./brand-route.ts";
import { type FilterQuery, readPage, resolveFilter } from "./order-filter.ts";
import { createEyes } from "./show-order.ts";

const PAGE = 500;
const HEAD = ["number", "state", "review", "placed_at", "name", "email", "total", "cash", "coins"];

/** Writes the whole filtered list as CSV (RFC 4180), page by page, at the pace at which it is read. Amounts are rupees. */
export async function exportOrders(call: BrandCall, query: z.output<typeof FilterQuery>) {
  const { shop, res } = call;
  const eyes = createEyes(call);
  const { filter } = await resolveFilter(shop, query);
  const { sort } = query;
  res.type("text/csv; charset=utf-8").attachment(`orders-${shop.tenant.id}.csv`);
  res.write(toLine(HEAD));
  for (let page = await readPage(shop, filter, { sort, limit: PAGE }); ;) {
    const text = page.orders.map((order) =>
      toLine([
        ...[order.order_number, order.status, order.review ?? "", new Date(order.created_at).toISOString()],
        ...[eyes.name(order.username), eyes.email(order.email)],
        ...[order.total, order.amount, order.coins].map((paise) => (paise / 100).toFixed(2)),
      ]),
    );
    if (res.destroyed) return;
    if (!res.write(text.join(""))) await Promise.race([once(res, "drain"), once(res, "close")]);
    if (page.next === undefined) break;
    page = await readPage(shop, filter, { sort, limit: PAGE, after: page.next });
  }
  res.end();
}

/** Spreadsheets run a cell that begins like a formula. */
const toCell = (text: string) => {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const toLine = (cells: string[]) => `${cells.map(toCell).join(",")}\r\n`;
