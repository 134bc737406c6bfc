import type { PlaceInList } from "../db/place-in-list.ts";
import { inIndia, toDecimal, toTime } from "../domain/files/csv-lines.ts";
import { readFragments } from "../domain/search/fragments.ts";
import { placeOfShopper, selectShoppers, type ShopperSort } from "../repositories/shoppers/search.ts";
import { catchUp } from "../search/keep-search.ts";
import { findBuyers } from "../search/search-brand.ts";
import type { Shop } from "../shop/shop.ts";
import { type ListFile, PART_ROWS } from "./list-file.ts";

/** The query of the list of shoppers. `q` is a search (search/search-brand.ts). */
export type ShopperQuery = {
  q: string;
  state?: "disabled" | "unverified";
  sort: ShopperSort;
};

type Page = { after?: PlaceInList; limit: number; skip?: number };

/** In an order by coins, a shopper could move between two parts during the export. */
const SORT = "-created";

/** A filtered list of shoppers, the newest first. */
export const shopperFile: ListFile<ShopperQuery> = {
  columns: [
    "email",
    "name",
    "phone",
    inIndia("since"),
    inIndia("email_verified_at"),
    inIndia("disabled_at"),
    inIndia("erased_at"),
    "coins",
  ],
  async open(shop, { q, state }) {
    const search = q === "" ? undefined : await findAll(shop, q);
    const readPage = (page: Page) => selectShoppers(shop.db.read, { search, state, sort: SORT, ...page }).execute();
    return {
      async readPart(after) {
        const found = await readPage({ after, limit: PART_ROWS + 1 });
        const shoppers = found.slice(0, PART_ROWS);
        const rows = shoppers.map(
          ({ email, username, phone, created_at, email_verified_at, disabled_at, erased_at, coins }) => [
            email,
            username,
            phone,
            ...[created_at, email_verified_at, disabled_at, erased_at].map(toTime),
            toDecimal(coins),
          ],
        );
        return { rows, next: found.length > PART_ROWS ? placeOfShopper(shoppers.at(-1)!, SORT) : undefined };
      },
      isLonger: async (than) => (await readPage({ limit: 1, skip: than })).length > 0,
    };
  },
};

/** Unlike a list's search, it finds every shopper. */
async function findAll(shop: Shop, q: string) {
  await catchUp(shop, Infinity);
  return { ids: await findBuyers(shop, q), fragments: readFragments(q) };
}
