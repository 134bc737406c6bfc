import { z } from "zod";

import { parseQuery } from "../../http/parse.ts";
import {
  countDueMail,
  countOpenOrders,
  countRefundsDue,
  countReturnsDue,
  countSupplyOrders,
  listStockCounts,
} from "../../repositories/audit/census.ts";
import { countAttempts, sumCoins, sumRefunds } from "../../repositories/sales/sales.ts";
import { listSupplierStates } from "../../repositories/suppliers/supplier-states.ts";
import { countSales } from "../../sales/count-sales.ts";
import type { Shop } from "../../shop.ts";
import { may } from "../../staff/member.ts";
import type { BrandRoute } from "./brand-route.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Coins that lapse within so long are about to. */
const LAPSING_MS = 30 * DAY_MS;
/** Of the products that are looked at, those with fewer free cards are low. */
const PRODUCTS = 1_000;
const LOW = 10;
const LISTED = 10;

const TodayQuery = z.object({ from: z.coerce.number().int().min(0) });

/** What a brand's operator looks at in the morning. Times in ms, cash in paise, coins in hundredths. */
export const todayRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/today",
    permission: "today.read",
    async handle({ shop, req, member }) {
      const now = shop.clock.now();
      // A quarter at most.
      const from = Math.max(parseQuery(TodayQuery, req).from, now - 93 * DAY_MS);
      const { read } = shop.db;
      return {
        now,
        waiting: await listWaiting(shop),
        stock: await listLowStock(shop),
        attempts: await countAttempts(read, now - DAY_MS),
        // For who may read the money; null for others.
        money: may(member, "money.read", shop.tenant.id)
          ? {
              sales: await countSales(shop, from),
              refunds: await sumRefunds(read, from),
              suppliers: await listSupplierStates(read),
              coins: await sumCoins(read, now + LAPSING_MS),
            }
          : null,
      };
    },
  },
];

/** What needs somebody, or soon will. */
async function listWaiting({ db: { read }, clock }: Shop) {
  const orders = await countOpenOrders(read, { now: clock.now() });
  const count = (rows: { count: number }[]) => rows.reduce((total, row) => total + row.count, 0);
  const mail = await countDueMail(read, { now: clock.now() });
  const supply = await countSupplyOrders(read, {});
  return {
    held: count(orders.filter(({ status, review }) => status !== "pending" && review === "held")),
    undelivered: count(
      orders.filter(
        ({ status, review, is_at_supplier }) => status !== "pending" && review !== "held" && !is_at_supplier,
      ),
    ),
    refunds: count([...(await countRefundsDue(read, {})), ...(await countReturnsDue(read, {}))]),
    supply: count(supply),
    mail: count(mail.filter(({ tries }) => tries > 0)),
  };
}

async function listLowStock({ db: { read }, clock }: Shop) {
  const products = await listStockCounts(read, { after: 0, limit: PRODUCTS, atMost: LOW, now: clock.now() });
  const low = products.filter(({ stock, is_offered }) => stock < LOW && !is_offered);
  const listed = low.sort((one, other) => one.stock - other.stock).slice(0, LISTED);
  return {
    low: low.length,
    /** Larger catalogues are looked at in part only. */
    isPart: products.length === PRODUCTS,
    products: listed.map(({ id, name, stock }) => ({ id, name, stock })),
  };
}
