import { LRUCache } from "lru-cache";
import type { z } from "zod";

import { LIST_FRESH_MS, LIST_KEPT_MS, SITEMAP_FRESH_MS } from "#app/base/constants.ts";
import { currentLanguage } from "#language/current";

import { readAllProducts } from "./all-products.server.ts";
import type { Ask } from "./read-answer.ts";
import type { Result } from "./result.ts";
import { HomeSchema, ProductListSchema, SearchSchema } from "./schemas/catalogue.ts";
import { ConfigurationSchema } from "./schemas/configuration.ts";
import { type Revalidated, staleWhileRevalidate } from "./stale-while-revalidate.ts";
import type { Call } from "./transport.server.ts";
import type { Product, ProductList } from "./types.ts";

/** Limits LRUs by size, because `max` would allocate all entries for each tenant in advance. */
export const one = () => 1;

export type SharedCatalogue = {
  getConfiguration: Revalidated<z.output<typeof ConfigurationSchema>>;
  getHome: Revalidated<z.output<typeof HomeSchema>>;
  /** A list for visitors without a session: shared by all, fresh for five seconds, dropped after a minute. */
  getSharedList(call: Call): Promise<Result<ProductList>>;
  /** A search of the embedded API, which finds the same for everybody; kept as a list is. */
  getSharedSearch(call: Call): Promise<Result<Product[]>>;
  /** For the sitemap. Only time makes it stale, because reading it takes up to 200 calls. */
  getAllProducts: Revalidated<Pick<Product, "id" | "name">[]>;
  /** Products by id, from every list and search answer: most backends have no call for one product. */
  seenProducts: LRUCache<string, Product>;
  /** Ids that a recent search of the whole catalogue did not find. */
  missingProducts: LRUCache<string, true>;
};

/** The shared answers of a backend, which may answer in each language. */
export function createSharedCatalogues(ask: Ask) {
  let catalogues = new Map<string, SharedCatalogue>();
  let former = catalogues;
  return {
    /** Those in the current language. */
    current(): SharedCatalogue {
      const { code } = currentLanguage();
      const known = catalogues.get(code) ?? createSharedCatalogue(ask, former.get(code));
      catalogues.set(code, known);
      return known;
    },
    startAgain() {
      [former, catalogues] = [catalogues, new Map<string, SharedCatalogue>()];
    },
  };
}

/**
 * The backend's answers that all visitors of a tenant share: configuration, categories, lists and recently seen products. When
 * the backend announces a change, a new object replaces this one. An answer that still loads for the old object thus never counts
 * as new. While the backend does not answer, pages show the former configuration and categories.
 */
export function createSharedCatalogue(ask: Ask, former?: SharedCatalogue): SharedCatalogue {
  function keepAnswers<Schema extends z.ZodType>(schema: Schema, maxSize: number) {
    const kept = new LRUCache<string, Revalidated<z.output<Schema>>>({
      maxSize,
      sizeCalculation: one,
      ttl: LIST_KEPT_MS,
    });
    return (call: Call) => {
      const key = `${call.path}?${call.query}`;
      const known = kept.get(key) ?? staleWhileRevalidate(() => ask(call, schema), { freshMs: LIST_FRESH_MS });
      if (!kept.has(key)) kept.set(key, known);
      return known();
    };
  }

  return {
    getConfiguration: staleWhileRevalidate(() => ask({ method: "GET", path: "/configurator/" }, ConfigurationSchema), {
      former: former?.getConfiguration.latest(),
    }),
    getHome: staleWhileRevalidate(() => ask({ method: "GET", path: "/home/" }, HomeSchema), {
      former: former?.getHome.latest(),
    }),
    getSharedList: keepAnswers(ProductListSchema, 500),
    getSharedSearch: keepAnswers(SearchSchema, 200),
    getAllProducts:
      former?.getAllProducts ?? staleWhileRevalidate(() => readAllProducts(ask), { freshMs: SITEMAP_FRESH_MS }),
    seenProducts: new LRUCache<string, Product>({ maxSize: 2_000, sizeCalculation: one, ttl: 60_000 }),
    missingProducts: new LRUCache<string, true>({ maxSize: 2_000, sizeCalculation: one, ttl: 60_000 }),
  };
}
