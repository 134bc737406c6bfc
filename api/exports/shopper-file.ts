import type { PlaceInList } from "../db/place-in-list.ts";
import { inIndia, toDecimal, toTime } from "../domain/files/csv-lines.ts";
import { placeOfShopper, selectShoppers, type ShopperSort } from "../repositories/shoppers/search.ts";
import { type PrefixSearch, readShopperSearch } from "../repositories/shoppers/shopper-search.ts";
import type { Shop } from "../shop/shop.ts";
import { type ListFile, PART_ROWS } from "./list-file.ts";

/** The query of the list of shoppers: those whose field `by`, or any field, begins with `q`. */
export type ShopperQuery = {
  by?: PrefixSearch["by"];
  q: string;
  state?: "disabled" | "unverified";
  sort: ShopperSort;
};

type Page = { after?: PlaceInList; limit: number; skip?: number };

/** A page of the shoppers of a filter. */
export const listShoppers = ({ db }: Pick<Shop, "db">, { by, q, state, sort }: ShopperQuery, page: Page) =>
  selectShoppers(db.read, { search: q === "" ? undefined : readShopperSearch(q, by), state, sort, ...page }).execute();

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
  async open(shop, query) {
    const readPage = (page: Page) => listShoppers(shop, { ...query, sort: SORT }, page);
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
