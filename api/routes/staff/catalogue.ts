import { readProduct } from "../../catalogue/edit-product.ts";
import { toForm } from "../../catalogue/product-form.ts";
import { inIndia, toDecimal, toTime } from "../../domain/files/csv-lines.ts";
import { readTranslations } from "../../domain/translations.ts";
import { everyRow } from "../../http/every-row.ts";
import { sendCsv } from "../../http/send-csv.ts";
import { listShelves } from "../../repositories/catalogue/catalogue-rows.ts";
import { listDeskProducts } from "../../repositories/catalogue/products.ts";
import { countShelves } from "../../repositories/catalogue/shelves.ts";
import { countVouchers } from "../../repositories/stock/counts.ts";
import { readStockWatch } from "../../repositories/stock/watch-settings.ts";
import { listSources } from "../../repositories/suppliers/product-sources.ts";
import type { BrandCall, BrandRoute } from "../brand-route.ts";
import { catalogueActRoutes } from "./catalogue-actions.ts";
import { shelfRoutes } from "./catalogue-shelves.ts";
import { readProductList } from "./exports/read-product-list.ts";
import { offeredLanguages } from "./offered-languages.ts";
import { pictureRoutes } from "./pictures.ts";
import { stockAlertRoutes } from "./stock-alerts.ts";

const PAGE = 50;

/** A brand's products and categories. Amounts in paise, except in a product's form; times in ms. */
export const catalogueRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/products",
    permission: "catalogue.read",
    async handle(call) {
      const { filter, sort, after } = readProductList(call);
      const found = await listDeskProducts(call.shop.db.read, filter, { ...sort, after, limit: PAGE + 1 });
      const products = found.slice(0, PAGE);
      return { products, next: found.length > PAGE ? products.at(-1)!.id : null };
    },
  },
  {
    method: "get",
    path: "/products.csv",
    permission: "catalogue.read",
    handle: (call) => sendCsv(call.res, `products-${call.shop.tenant.id}`, listRows(call)),
  },
  {
    method: "get",
    path: "/products/:sku",
    permission: "catalogue.read",
    async handle({ shop, req }) {
      const { read } = shop.db;
      const row = await readProduct(read, String(req.params.sku));
      const { alert_below } = await readStockWatch(read);
      return {
        product: toForm(row),
        id: row.id,
        position: row.position,
        alert: { own: row.alert_below, usual: alert_below },
        stock: await countVouchers(read, shop.tenant, shop.clock.now(), row.id),
        sources: (await listSources(read, [row.id])).map(({ supplier, sku, isSold }) => ({
          supplier,
          sku,
          is_sold: isSold,
        })),
      };
    },
  },
  {
    method: "get",
    path: "/categories",
    permission: "catalogue.read",
    async handle(call) {
      const { read } = call.shop.db;
      const { categories } = await listShelves(read);
      const shelves = await countShelves(read);
      return {
        categories: categories.map(({ key, name, translations }) => ({
          key,
          name,
          translations: readTranslations(translations),
          subcategories: shelves
            .filter(({ category }) => category === key)
            .map(({ key, name, translations, products }) => ({
              key,
              name,
              translations: readTranslations(translations),
              products,
            })),
        })),
        languages: offeredLanguages(call),
      };
    },
  },
  ...catalogueActRoutes,
  ...shelfRoutes,
  ...pictureRoutes,
  ...stockAlertRoutes,
];

const HEAD = [
  "sku",
  "name",
  "category",
  "subcategory",
  "price",
  "price_mrp",
  "on_sale",
  "free_cards",
  "low",
  inIndia("changed_at"),
];

/** By id, the oldest first: in the list's own order, a sale during the export could move a product between two pages. */
async function* listRows(call: BrandCall) {
  const { filter } = readProductList(call);
  yield HEAD;
  const products = everyRow(
    ({ after, limit }) =>
      listDeskProducts(call.shop.db.read, filter, { sort: "id", isDescending: false, after: after?.value, limit }),
    ({ id }) => ({ value: id, id: String(id) }),
  );
  for await (const row of products)
    yield [
      row.sku,
      row.name,
      row.category,
      row.subcategory,
      toDecimal(row.price),
      toDecimal(row.price_mrp),
      row.is_available === 1 ? "yes" : "no",
      row.free_cards,
      row.low_since === null ? "no" : "yes",
      row.changed_at === 0 ? null : toTime(row.changed_at),
    ];
}
