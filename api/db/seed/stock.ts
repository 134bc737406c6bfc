import { createRandom, type Random } from "../../media/random.ts";
import { insertVoucher, type NewVoucher } from "../../repositories/vouchers.ts";
import type { Shop } from "../../shop.ts";
import type { Writer } from "../database.ts";
import { getMerchant, type SeededProduct } from "./catalogue.ts";

/** Vouchers of each fixed amount, and of open value for a product that is sold for any amount of a range. */
const FIXED = 8;
const OPEN = 20;

/** Fills the stock of the products; codes are the same for the same tenant, and mean nothing anywhere. */
export async function seedStock(tx: Writer, shop: Shop, products: SeededProduct[]) {
  // Of two vouchers the older one is sold first: a clock that ticks makes that order the same each time.
  const start = shop.clock.now();
  const ticks = { count: 0 };
  const ticking: Shop = { ...shop, clock: { now: () => start + ticks.count++ } };
  for (const product of products) {
    const random = createRandom(`stock/${shop.tenant.id}/${product.id}`);
    for (const { min, max } of product.denominations) {
      const faceValue = min === max ? min : null;
      for (let count = faceValue === null ? OPEN : FIXED; count > 0; count--) {
        await insertVoucher(tx, ticking, product.id, createVoucher(product.name, faceValue, random));
      }
    }
  }
}

/** Merchants differ: some have no PIN, some a page where the voucher is claimed. */
function createVoucher(merchant: string, faceValue: number | null, random: Random): NewVoucher {
  const digits = (count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join("");
  const { channel } = getMerchant(merchant);
  const cardNumber = `${prefixOf(merchant)}${digits(4)}-${digits(4)}-${digits(4)}`;
  const host = merchant
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return {
    cardNumber,
    pin: channel === "app" ? null : digits(6),
    claimUrl: channel === "store" ? null : `https://claim.${host}.test/v/${digits(10)}`,
    faceValue,
    expiresAt: null,
  };
}

const prefixOf = (merchant: string) =>
  merchant
    .split(/\s+/)
    .map((word) => word.replace(/[^A-Za-z]/g, "").charAt(0))
    .join("")
    .toUpperCase()
    .slice(0, 4)
    .padEnd(2, "X");
