import { z } from "zod";

import { createEyes } from "../../../domain/mask.ts";
import { parseQuery } from "../../../http/parse.ts";
import { SearchText } from "../../../http/search-text.ts";
import { searchBrand } from "../../../search/search-brand.ts";
import { type BrandRoute, maySeePeople } from "../../brand-route.ts";

const SearchQuery = z.object({ q: SearchText.default("") });

const NOTHING = { rows: [], is_cut: false };

/** One search for orders, shoppers, receipts and cards by any part of their names and numbers. */
export const searchRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/search",
    permission: "orders.read",
    async handle(call) {
      const { q } = parseQuery(SearchQuery, call.req);
      if (q === "") return { orders: NOTHING, shoppers: NOTHING, receipts: NOTHING, cards: NOTHING, is_behind: false };
      const seesPeople = maySeePeople(call);
      const eyes = createEyes(seesPeople);
      const found = await searchBrand(call.shop, { typed: q, seesPeople });
      const toOrder = ({ username, email, ...order }: (typeof found.orders.rows)[number]) => ({
        ...order,
        receipt: order.receipt ?? null,
        shopper: { name: eyes.name(username), email: eyes.email(email) },
      });
      return {
        orders: show(found.orders, toOrder),
        shoppers: show(found.shoppers, (shopper) => shopper),
        receipts: show(found.receipts, toOrder),
        cards: show(found.cards, ({ user_id: _, ...card }) => card),
        is_behind: found.isBehind,
      };
    },
  },
];

const show = <Row, Shown>({ rows, isCut }: { rows: Row[]; isCut: boolean }, toShown: (row: Row) => Shown) => ({
  rows: rows.map(toShown),
  is_cut: isCut,
});
