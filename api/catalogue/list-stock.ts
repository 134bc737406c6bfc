import { countVouchers, listAmounts } from "../repositories/stock/counts.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Counts of vouchers of one product and face value (paise; null for open). `inStock` are free and for sale. `tooShort` are free,
 * but expire too soon for sale (`stock.leastDays`). `reserved` are held by orders. `short` ones of these would expire sooner than
 * the product promises; those in `within30` and `within90` expire within so many days. `expired` ones were never issued.
 */
export type StockLine = {
  sku: string;
  name: string;
  faceValue: number | null;
  inStock: number;
  tooShort: number;
  reserved: number;
  short: number;
  within30: number;
  within90: number;
  expired: number;
  issued: number;
};

/** The stock of every product, including empty stock, by fixed denomination and by any other face value in stock. */
export async function listStock({ tenant, db, clock }: Shop): Promise<StockLine[]> {
  const counts = Map.groupBy(await countVouchers(db.read, tenant, clock.now()), ({ product_id }) => product_id);
  const products = await listAmounts(db.read);
  return products.flatMap(({ id, sku, name, denominations }) => {
    const own = counts.get(id) ?? [];
    const sold = denominations.map(({ min, max }) => (min === max ? min : null));
    const values = [...new Set([...sold, ...own.map(({ face_value }) => face_value)])];
    return values
      .sort((a, b) => (a ?? Infinity) - (b ?? Infinity))
      .map((faceValue) => {
        const counted = own.find(({ face_value }) => face_value === faceValue);
        const {
          in_stock = 0,
          too_short = 0,
          reserved = 0,
          short = 0,
          within30 = 0,
          within90 = 0,
          expired = 0,
          issued = 0,
        } = counted ?? {};
        const free = { inStock: in_stock, tooShort: too_short };
        return { sku, name, faceValue, ...free, reserved, short, within30, within90, expired, issued };
      });
  });
}
