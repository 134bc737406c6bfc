import { PAGE_SIZE } from "#app/base/constants.ts";
import { toRupees } from "#app/base/money.ts";

import { cleanLine, foldLine } from "../../config/typed/characters.ts";
import { swapAnd } from "../../config/typed/search.ts";
import type { CommerceBackend } from "./backend.server.ts";
import { type Result, succeed } from "./result.ts";
import { ProductListSchema, SearchSchema } from "./schemas/catalogue.ts";
import type { Senders } from "./senders.server.ts";
import type { Call } from "./transport.server.ts";
import type { Product, ProductList, ProductQuery, ShopperSession } from "./types.ts";

export function createCatalogueCalls(
  { ask }: Pick<Senders, "ask">,
  backend: CommerceBackend,
  session: Pick<ShopperSession, "isSignedIn">,
) {
  const { catalogue } = backend;
  const { shortLists, productById } = backend.tenant.features;
  // Without productById, the page of a product takes its texts from a list.
  const short: Record<string, string> = shortLists && productById ? { short: "true" } : {};

  const isShared = () => !session.isSignedIn || backend.isCatalogueShared;

  /** Another backend may return a personal list to a signed-in shopper; every other list is the same for everybody. */
  async function askProducts(path: string, query: URLSearchParams): Promise<Result<ProductList>> {
    const call: Call = { method: "GET", path, query };
    const answer = await (isShared() ? catalogue.getSharedList(call) : ask(call, ProductListSchema));
    if (answer.ok) noteProducts(answer.value.products);
    return answer;
  }

  /** For backends without a call for one product. Nobody may see the prices of another shopper's list. */
  function noteProducts(products: Product[]) {
    if (!isShared()) return;
    for (const product of products) catalogue.seenProducts.set(product.id, product);
  }

  async function askSearch(words: string) {
    const query = new URLSearchParams({ q: words, ...short });
    const call: Call = { method: "GET", path: "/search/", query };
    const answer = await (backend.isEmbedded ? catalogue.getSharedSearch(call) : ask(call, SearchSchema));
    if (answer.ok) noteProducts(answer.value);
    return answer;
  }

  return {
    getHome: catalogue.getHome,
    getConfiguration: catalogue.getConfiguration,

    /** A page of products; the price sorts use /products/sort/, the rest /products/. */
    listProducts(query: ProductQuery, perPage = PAGE_SIZE) {
      const search = new URLSearchParams(short);
      const isSorted = query.sort !== "recommended";
      if (isSorted) search.set("sort", query.sort === "price_high_low" ? "desc" : "asc");
      if (query.category) search.set("category", query.category);
      if (isSorted) for (const id of query.subcategories) search.append("subcategories[]", id);
      else if (query.subcategories.length > 0) search.set("subcategories", query.subcategories.join(","));
      search.set("page", String(query.page));
      search.set("perPage", String(perPage));
      if (query.priceMin !== undefined) search.set("price_min", String(toRupees(query.priceMin)));
      if (query.priceMax !== undefined) search.set("price_max", String(toRupees(query.priceMax)));
      return askProducts(isSorted ? "/products/sort/" : "/products/", search);
    },

    /**
     * A text that finds nothing is searched once more with "&" for "and", or the reverse, and with plain apostrophes and dashes. The
     * embedded API reads them as the same.
     */
    async search(typed: string) {
      const words = cleanLine(typed);
      const answer = await askSearch(words);
      const otherWords = swapAnd(foldLine(typed));
      if (backend.isEmbedded || !answer.ok || answer.value.length > 0 || otherWords === words) return answer;
      const other = await askSearch(otherWords);
      return other.ok ? other : answer;
    },

    /** One product of a backend with `features.productById`; null for an unknown id. */
    async getProductById(id: string) {
      const query = new URLSearchParams({ id });
      const answer = await ask({ method: "GET", path: "/products/", query }, ProductListSchema);
      if (answer.ok) return succeed(answer.value.products.find((product) => product.id === id) ?? null);
      // An id that the backend rejects as malformed means that there is no such product.
      const isNoId = answer.error.kind === "status" && [400, 404, 422].includes(answer.error.status);
      return isNoId ? succeed(null) : answer;
    },

    /** A product from a recent list or search. */
    findSeenProduct: (id: string) => catalogue.seenProducts.get(id),
    wasMissed: (id: string) => catalogue.missingProducts.has(id),
    noteMissed: (id: string) => void catalogue.missingProducts.set(id, true),
  };
}
