import type { Writer } from "../db/database.ts";
import type { VoucherLine, VoucherSource } from "../ports/voucher-source.ts";
import { issueFromStock } from "../repositories/stock/issue.ts";
import { listSources, type ProductSource } from "../repositories/suppliers/product-sources.ts";
import {
  insertSupplyOrders,
  isAwaited,
  listSupplyOrders,
  type SupplyOrderRow,
} from "../repositories/suppliers/supply-orders.ts";
import type { Shop } from "../shop/shop.ts";
import { supplyRef } from "../suppliers/supply-ref.ts";

/** A supplier whose prepaid balance was empty gets no orders for this time. */
const EMPTY_PAUSE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The sources of vouchers: the brand's stock first, then its suppliers. It makes no remote call. It stores supply orders, which
 * the background worker places (ask-suppliers.ts), because the payer and the gateway must not wait for a supplier.
 */
export const createVoucherSource = (shop: Shop): VoucherSource => ({
  async supply(line) {
    const { isSeen, ...supplied } = await shop.db.transaction(async (tx) => {
      const { issued, isSeen, isOpen } = await issueFromStock(tx, shop.tenant, line, shop.clock.now());
      const isMissing = isOpen && issued < line.quantity;
      const waiting = isMissing ? await orderMissing(tx, shop, line, line.quantity - issued) : 0;
      return { issued, waiting, isSeen };
    });
    if (isSeen) await shop.db.announceCatalogue();
    return supplied;
  },
});

/**
 * Stores supply orders for the units without a supply order. The line is locked.
 * @returns the number of missing units that may still come
 */
async function orderMissing(tx: Writer, shop: Shop, line: VoucherLine, missing: number): Promise<number> {
  const earlier = await listSupplyOrders(tx, line.orderItemId);
  const awaited = earlier.filter(isAwaited).reduce((sum, { quantity, issued }) => sum + quantity - issued, 0);
  const wanted = missing - awaited;
  if (wanted <= 0 || shop.suppliers.size === 0) return Math.min(missing, awaited);

  const now = shop.clock.now();
  const source = (await listSources(tx, [line.productId])).find((candidate) =>
    mayAsk(shop, candidate, line, earlier, now),
  );
  if (source === undefined) return awaited;
  const { mostCards } = shop.suppliers.get(source.supplier)!;
  const isEmpty = earlier.some(({ supplier, reason }) => supplier === source.supplier && reason === "float_low");
  const count = Math.ceil(wanted / mostCards);
  const waits_from = waitsFrom(earlier, now);
  await insertSupplyOrders(
    tx,
    Array.from({ length: count }, (_, index) => ({
      ref: supplyRef(shop.tenant.id, line.orderItemId, earlier.length + index + 1),
      order_item_id: line.orderItemId,
      supplier: source.supplier,
      sku: source.sku,
      face_value: line.faceValue,
      quantity: index < count - 1 ? mostCards : wanted - index * mostCards,
      state: "ready" as const,
      next_try_at: isEmpty ? now + EMPTY_PAUSE_MS : now,
      give_up_at: giveUpAt(shop, source.supplier, earlier, now),
      waits_from,
      created_at: now,
    })),
  );
  return missing;
}

/** A source with an incomplete earlier order gets no further order for this line, unless only its balance was too low. */
function mayAsk(shop: Shop, source: ProductSource, line: VoucherLine, earlier: SupplyOrderRow[], now: number) {
  const { supplier, isSold, closedUntil, amounts } = source;
  if (!shop.suppliers.has(supplier) || !isSold || (closedUntil !== null && closedUntil > now)) return false;
  const isAmountSold = amounts.some(({ min, max }) => min <= line.faceValue && line.faceValue <= max);
  if (amounts.length > 0 && !isAmountSold) return false;
  const hasFailed = earlier.some(
    (order) =>
      order.supplier === supplier && !isAwaited(order) && order.issued < order.quantity && order.reason !== "float_low",
  );
  return !hasFailed && giveUpAt(shop, supplier, earlier, now) > now;
}

function giveUpAt({ tenant }: Shop, supplier: string, earlier: SupplyOrderRow[], now: number) {
  const { refundAfterMinutes } = tenant.suppliers[supplier]!;
  return waitsFrom(earlier, now) + refundAfterMinutes * MINUTE_MS;
}

/** The latest start counts, because the line's time starts again after a review. */
const waitsFrom = (earlier: SupplyOrderRow[], now: number) =>
  earlier.length === 0 ? now : Math.max(...earlier.map(({ waits_from, created_at }) => waits_from ?? created_at));
