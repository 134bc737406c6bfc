import { z } from "zod";

import { change, offer } from "../catalogue/act-on-product.ts";
import { type ProductState, stateOfRow, toFile } from "../catalogue/catalogue-state.ts";
import { readProduct } from "../catalogue/edit-product.ts";
import { keepDifferences } from "../catalogue/import-catalogue.ts";
import { versionOf } from "../catalogue/product-change.ts";
import { writeDenominations } from "../domain/denominations.ts";
import { CatalogueProduct, Key } from "../domain/files/catalogue-file.ts";
import { formatPaise } from "../domain/pricing.ts";
import { listProductRows, listShelves, type ProductRow } from "../repositories/catalogue/catalogue-rows.ts";
import { listSources } from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop/shop.ts";
import type { BulkAction, BulkCall, Look } from "./bulk-action.ts";

/** The list of products, by their names. */
export const productNames = async ({ db }: Shop, skus: string[]) =>
  (await listProductRows(db.read, skus)).map(({ sku, name }) => ({ id: sku, name }));

const COMMON = {
  permission: "catalogue.edit",
  needsCode: false,
  needsReason: false,
  changesCatalogue: true,
} as const;

type Judge = (row: ProductRow) => Omit<Look, "id" | "seen">;

/** `seen` is the version that the product's form sends. */
const lookAt = async ({ db }: Shop, skus: string[], judge: Judge): Promise<Look[]> =>
  (await listProductRows(db.read, skus)).map((row) => ({ id: row.sku, seen: versionOf(row), ...judge(row) }));

type Changes = (state: ProductState) => Partial<ProductState>;

/** A product with its state before a change and after it, which is kept so that the job can be undone. */
async function prepare({ shop, jobId, before }: BulkCall, sku: string, changesOf: Changes) {
  const row = await readProduct(shop.db.read, sku);
  const state = stateOfRow(row, await listSources(shop.db.read, [row.id]));
  const after: ProductState = { ...state, ...changesOf(state) };
  const difference = { what: "product" as const, key: sku, before: state, after };
  return {
    row,
    after,
    before: async (tx: Parameters<typeof before>[0]) => {
      await before(tx);
      await keepDifferences(tx, jobId, [difference], shop.clock.now());
    },
  };
}

const offerAll = (isAvailable: boolean): Pick<BulkAction, "look" | "act"> => ({
  look: (shop, skus) =>
    lookAt(shop, skus, (row) => {
      if ((row.is_available === 1) !== isAvailable) return {};
      return { reason: isAvailable ? "is on sale already" : "is off sale already" };
    }),
  async act(call, { id }) {
    const { row, before } = await prepare(call, id, () => ({ is_available: isAvailable }));
    await offer(call, row, isAvailable, before);
  },
});

export const offerProducts: BulkAction = { ...COMMON, label: "Products put on sale", ...offerAll(true) };

export const withdrawProducts: BulkAction = { ...COMMON, label: "Products taken off sale", ...offerAll(false) };

/** Changes one product as its form does. */
async function changeOne(call: BulkCall, { id, seen }: { id: string; seen: string }, changesOf: Changes) {
  const { row, after, before } = await prepare(call, id, changesOf);
  await change(call, row, { product: toFile(id, after), madeFrom: seen, before });
}

const Category = z.object({ subcategory: Key });

export const moveProducts: BulkAction<z.output<typeof Category>> = {
  ...COMMON,
  label: "Products moved to a category",
  Values: Category,
  async look(shop, skus, { subcategory: key }) {
    const { subcategories } = await listShelves(shop.db.read);
    const nameOf = new Map(subcategories.map((row) => [row.key, row.name]));
    return lookAt(shop, skus, (row) => {
      const name = nameOf.get(key);
      if (name === undefined) return { reason: "there is no such category any more" };
      if (row.subcategory_key === key) return { reason: "is there already" };
      return { change: `${nameOf.get(row.subcategory_key)} → ${name}` };
    });
  },
  act: (call, row, { subcategory }) => changeOne(call, row, () => ({ subcategory })),
};

/** In paise. */
const SMALL_AMOUNT = 10_00;

const Amounts = z
  .object({ denominations: CatalogueProduct.shape.denominations, small_amounts: z.coerce.boolean().default(false) })
  .superRefine(({ denominations, small_amounts: isMeant }, context) => {
    const small = denominations.find(({ min }) => min < SMALL_AMOUNT);
    if (small === undefined || isMeant) return;
    const message = `${formatPaise(small.min)} is less than ${formatPaise(SMALL_AMOUNT)}. Tick the box if you mean it.`;
    context.addIssue({ code: "custom", path: ["small_amounts"], message });
  });

export const priceProducts: BulkAction<z.output<typeof Amounts>> = {
  ...COMMON,
  label: "Amounts of products",
  Values: Amounts,
  look: (shop, skus, { denominations }) =>
    lookAt(shop, skus, (row) => {
      const [now, then] = [writeDenominations(row.denominations), writeDenominations(denominations)];
      return now === then ? { reason: "has these amounts already" } : { change: `${now} → ${then}` };
    }),
  // An MRP that is the lowest amount stays so.
  act: (call, row, { denominations }) =>
    changeOne(call, row, ({ denominations: [lowest], price_mrp }) => ({
      denominations,
      ...(price_mrp === lowest!.min && { price_mrp: denominations[0]!.min }),
    })),
};
