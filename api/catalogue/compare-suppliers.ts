import { Unreachable } from "../base/unreachable.ts";
import type { Reader, Writer } from "../db/database.ts";
import { toRupees } from "../domain/pricing.ts";
import type { SupplierProduct, VoucherSupplier } from "../ports/voucher-supplier.ts";
import { listProductRows, type ProductRow } from "../repositories/catalogue/catalogue-rows.ts";
import {
  type AmountRange,
  listSourcedProducts,
  listSources,
  lockSources,
  type ProductSource,
  replaceAmounts,
  updateSource,
} from "../repositories/suppliers/product-sources.ts";

/** A supplier that sends more pages than this repeats itself endlessly. */
const MOST_PAGES = 1_000;
/** Products that are compared or changed at once. */
export const PRODUCTS = 200;

/**
 * A difference between a product and the supplier's catalogue. `gone`: the SKU is no longer sold; `back`: it is again; `amounts`:
 * the supplier sells other amounts (paise) than the shop. A `note` changes nothing here.
 */
export type Difference = {
  productId: number;
  sku: string;
  supplier: string;
  supplierSku: string;
  change: "gone" | "back" | "amounts" | "note";
  detail: string;
  amounts?: AmountRange[];
};

/** How far a supplier's catalogue has been read; null for its beginning. */
export type CataloguePlace = { cursor: string | null; pages: number };
type CataloguePage = { products: SupplierProduct[]; next: CataloguePlace | null };

/** One page of the catalogue of a supplier. @throws Unreachable, MissingSecret */
export async function readCataloguePage(
  supplier: VoucherSupplier,
  place: CataloguePlace | null,
): Promise<CataloguePage> {
  const { cursor, pages } = place ?? { cursor: null, pages: 0 };
  if (pages === MOST_PAGES) throw new Unreachable(`the catalogue has more than ${MOST_PAGES} pages`);
  const { products, next } = await supplier.listProducts(cursor);
  return { products, next: next === null ? null : { cursor: next, pages: pages + 1 } };
}

/**
 * The supplier's answer about the SKU of a source. "unnamed": tenant.json names no such supplier. Undefined: there was no query.
 */
export type Sold = SupplierProduct | "not sold" | "unnamed" | undefined;

/** Compares the sources of the next products after `after` (an id). @returns the last product's id; undefined after all */
export async function compareNext(
  db: Reader,
  after: number,
  lookUp: (sources: ProductSource[]) => Promise<(source: ProductSource) => Sold>,
): Promise<{ last: number; compared: number; differences: Difference[] } | undefined> {
  const found = await listSourcedProducts(db, { after, limit: PRODUCTS });
  if (found.length === 0) return undefined;
  const rows = await listProductRows(
    db,
    found.map(({ sku }) => sku),
  );
  const products = new Map(rows.map((product) => [product.id, product]));
  const sources = await listSources(db, [...products.keys()]);
  const soldOf = await lookUp(sources);
  const asked = sources.filter((source) => soldOf(source) !== undefined);
  return {
    last: found.at(-1)!.id,
    compared: asked.length,
    differences: asked.flatMap((source) => compare(source, products.get(source.productId)!, soldOf(source)!)),
  };
}

function compare(source: ProductSource, product: ProductRow, sold: NonNullable<Sold>): Difference[] {
  const difference = (change: Difference["change"], detail: string, amounts?: AmountRange[]): Difference => ({
    productId: product.id,
    sku: product.sku,
    supplier: source.supplier,
    supplierSku: source.sku,
    change,
    detail,
    ...(amounts && { amounts }),
  });
  if (sold === "unnamed") return [difference("note", "tenant.json names no such supplier")];
  const reason =
    sold === "not sold"
      ? "no longer in the supplier's catalogue"
      : !sold.isAvailable || toRanges(sold.values).length === 0
        ? "not available"
        : sold.currency !== "INR"
          ? `sold in ${sold.currency}`
          : undefined;
  if (sold === "not sold" || reason !== undefined) return source.isSold ? [difference("gone", reason!)] : [];
  const amounts = toRanges(sold.values);
  const isCovered = ({ min, max }: AmountRange) => amounts.some((range) => range.min <= min && max <= range.max);
  const missing = product.denominations.filter((denomination) => !isCovered(denomination));
  return [
    ...(source.isSold ? [] : [difference("back", "in the supplier's catalogue again")]),
    ...(JSON.stringify(amounts) === JSON.stringify(source.amounts)
      ? []
      : [difference("amounts", `${describe(source.amounts) || "unknown"} -> ${describe(amounts)}`, amounts)]),
    ...(missing.length === 0
      ? []
      : [difference("note", `the product has ${describe(missing)}, which the supplier does not sell`)]),
  ];
}

const toRanges = (values: SupplierProduct["values"]): AmountRange[] =>
  Array.isArray(values)
    ? [...new Set(values)].sort((one, other) => one - other).map((value) => ({ min: value, max: value }))
    : [{ min: values.least, max: values.most }];

const describe = (ranges: AmountRange[]) =>
  ranges
    .map(({ min, max }) => (min === max ? String(toRupees(min)) : `${toRupees(min)} to ${toRupees(max)}`))
    .join(", ");

/** Stores the results of the comparison. @returns the differences whose source is no longer there, which are left out */
export async function applyDifferences(tx: Writer, differences: Difference[]): Promise<Difference[]> {
  const ids = [...new Set(differences.map(({ productId }) => productId))];
  if (ids.length === 0) return [];
  await lockSources(tx, ids);
  const sources = new Set((await listSources(tx, ids)).map((source) => keyOf({ ...source, supplierSku: source.sku })));
  for (const difference of differences.filter((one) => sources.has(keyOf(one)))) {
    const { change, productId, supplier, amounts } = difference;
    if (change === "gone") await updateSource(tx, productId, supplier, { is_sold: 0 });
    if (change === "back") await updateSource(tx, productId, supplier, { is_sold: 1, closed_until: null });
    if (amounts !== undefined) await replaceAmounts(tx, productId, supplier, amounts);
  }
  return differences.filter((one) => !sources.has(keyOf(one)));
}

const keyOf = ({ productId, supplier, supplierSku }: Pick<Difference, "productId" | "supplier" | "supplierSku">) =>
  `${productId} ${supplier} ${supplierSku}`;
