import { toRupees } from "../domain/pricing.ts";
import type { SupplierProduct, VoucherSupplier } from "../ports/voucher-supplier.ts";
import { listProductRows, type ProductRow } from "../repositories/catalogue-rows.ts";
import {
  type AmountRange,
  listSources,
  type ProductSource,
  replaceAmounts,
  updateSource,
} from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop.ts";

/** A supplier with more pages than this answers in a circle. */
const MOST_PAGES = 1_000;

/**
 * A difference between a product and what its supplier sells. `gone`: the SKU is no longer sold; `back`: it is again;
 * `amounts`: the supplier sells other amounts than we knew. A `note` changes nothing here.
 */
export type SyncChange = {
  sku: string;
  supplier: string;
  supplierSku: string;
  change: "gone" | "back" | "amounts" | "note";
  detail: string;
};

type Difference = SyncChange & { productId: number; amounts?: AmountRange[] };

/**
 * Compares every product's sources with the suppliers' catalogues; with `apply` it notes what they sell. Prices, names and
 * denominations of products stay as the operator wrote them.
 * @throws Unreachable, MissingSecret
 */
export async function syncSuppliers(shop: Shop, { apply }: { apply: boolean }): Promise<SyncChange[]> {
  const { db } = shop;
  const products = new Map((await listProductRows(db.read)).map((product) => [product.id, product]));
  const sources = await listSources(db.read);
  const differences: Difference[] = [];
  for (const [name, own] of Map.groupBy(sources, ({ supplier }) => supplier)) {
    const supplier = shop.suppliers.get(name);
    const sold = supplier && (await listSold(supplier));
    for (const source of own) {
      const product = products.get(source.productId)!;
      const difference = (change: SyncChange["change"], detail: string, amounts?: AmountRange[]) =>
        void differences.push({
          ...{ sku: product.sku, supplier: name, supplierSku: source.sku, change, detail },
          ...{ productId: product.id, ...(amounts && { amounts }) },
        });
      if (sold === undefined) difference("note", "tenant.json names no such supplier");
      else compare(source, product, sold.get(source.sku), difference);
    }
  }
  if (apply) await applyAll(shop, differences);
  return differences.map(({ productId, amounts, ...change }) => change);
}

async function listSold(supplier: VoucherSupplier): Promise<Map<string, SupplierProduct>> {
  const sold = new Map<string, SupplierProduct>();
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer: Awaited<ReturnType<VoucherSupplier["listProducts"]>> = await supplier.listProducts(cursor);
    for (const product of answer.products) sold.set(product.sku, product);
    cursor = answer.next;
    if (cursor === null) break;
  }
  return sold;
}

function compare(
  source: ProductSource,
  product: ProductRow,
  sold: SupplierProduct | undefined,
  difference: (change: SyncChange["change"], detail: string, amounts?: AmountRange[]) => void,
) {
  const reason =
    sold === undefined
      ? "no longer in the supplier's catalogue"
      : !sold.isAvailable || toRanges(sold.values).length === 0
        ? "not available"
        : sold.currency !== "INR"
          ? `sold in ${sold.currency}`
          : undefined;
  if (sold === undefined || reason !== undefined) {
    if (source.isSold) difference("gone", reason!);
    return;
  }
  if (!source.isSold) difference("back", "in the supplier's catalogue again");
  const amounts = toRanges(sold.values);
  if (JSON.stringify(amounts) !== JSON.stringify(source.amounts))
    difference("amounts", `${describe(source.amounts) || "unknown"} -> ${describe(amounts)}`, amounts);
  const isCovered = ({ min, max }: AmountRange) => amounts.some((range) => range.min <= min && max <= range.max);
  const missing = product.denominations.filter((denomination) => !isCovered(denomination));
  if (missing.length > 0) difference("note", `the product has ${describe(missing)}, which the supplier does not sell`);
}

const toRanges = (values: SupplierProduct["values"]): AmountRange[] =>
  Array.isArray(values)
    ? [...new Set(values)].sort((one, other) => one - other).map((value) => ({ min: value, max: value }))
    : [{ min: values.least, max: values.most }];

const describe = (ranges: AmountRange[]) =>
  ranges
    .map(({ min, max }) => (min === max ? String(toRupees(min)) : `${toRupees(min)} to ${toRupees(max)}`))
    .join(", ");

async function applyAll({ db }: Shop, differences: Difference[]) {
  await db.transaction(async (tx) => {
    for (const { change, productId, supplier, amounts } of differences) {
      if (change === "gone") await updateSource(tx, productId, supplier, { is_sold: 0 });
      if (change === "back") await updateSource(tx, productId, supplier, { is_sold: 1, closed_until: null });
      if (amounts !== undefined) await replaceAmounts(tx, productId, supplier, amounts);
    }
  });
  await db.announceCatalogue();
}
