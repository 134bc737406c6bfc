import { z } from "zod";

import type { PlaceInList } from "../../db/place-in-list.ts";
import { everyRow } from "../../http/every-row.ts";
import { Text } from "../../http/parse.ts";
import { sendCsv, toDecimal, toTime } from "../../http/send-csv.ts";
import { listWaitingGrants } from "../../repositories/shoppers/coin-grants.ts";
import { placeOfShopper, selectShoppers, SHOPPER_SORTS } from "../../repositories/shoppers/search.ts";
import { readShopperSearch, SHOPPER_FIELDS } from "../../repositories/shoppers/shopper-search.ts";
import type { Shop } from "../../shop.ts";
import type { BrandCall } from "../brand-route.ts";

/** What the list of shoppers is asked for. */
export const ShopperFilter = z.object({
  /** One field alone; else the text tells where to look. */
  by: z.enum(SHOPPER_FIELDS).optional(),
  q: Text(254).trim().default(""),
  state: z.enum(["disabled", "unverified"]).optional(),
  sort: z.enum(SHOPPER_SORTS).default("-created"),
});
type ShopperFilter = z.output<typeof ShopperFilter>;

type Page = { after?: PlaceInList; limit: number };

/** Shoppers of a filter, a page of them. */
export const listShoppers = ({ db }: Pick<Shop, "db">, { by, q, state, sort }: ShopperFilter, page: Page) =>
  selectShoppers(db.read, { search: q === "" ? undefined : readShopperSearch(q, by), state, sort, ...page }).execute();

/**
 * Sends the whole filtered list as CSV, read page by page, the newest first: by coins a shopper could move between two pages
 * while they are read.
 */
export const exportShoppers = ({ shop, res }: BrandCall, filter: ShopperFilter) =>
  sendCsv(res, `shoppers-${shop.tenant.id}`, listRows(shop, filter));

async function* listRows(shop: Shop, filter: ShopperFilter) {
  yield ["email", "name", "phone", "since", "email_verified_at", "disabled_at", "erased_at", "coins"];
  const sort = "-created";
  const shoppers = everyRow(
    (page) => listShoppers(shop, { ...filter, sort }, page),
    (row) => placeOfShopper(row, sort),
  );
  for await (const { email, username, phone, created_at, email_verified_at, disabled_at, erased_at, coins } of shoppers)
    yield [
      ...[email, username, phone],
      ...[created_at, email_verified_at, disabled_at, erased_at].map(toTime),
      toDecimal(coins),
    ];
}

/** Sends all coins that wait for a second member as CSV, oldest first. */
export const exportGrants = ({ shop, res }: BrandCall) =>
  sendCsv(res, `coin-grants-${shop.tenant.id}`, listGrantRows(shop));

async function* listGrantRows({ db }: Shop) {
  yield ["asked_at", "asked_by", "email", "name", "coins", "reason"];
  const grants = everyRow(
    (page) => listWaitingGrants(db.read, page),
    ({ asked_at, id }) => ({ value: asked_at, id }),
  );
  for await (const { asked_at, asked_by, email, username, amount, reason } of grants)
    yield [toTime(asked_at), asked_by, email, username, toDecimal(amount), reason];
}
