import type { Writer } from "../db/database.ts";
import { createRandom, type Random } from "../domain/random.ts";
import { insertVouchers, type NewVoucher } from "../repositories/cards/vouchers.ts";
import type { Shop } from "../shop/shop.ts";
import { getMerchant, type SeededProduct } from "./catalogue.ts";

/** Number of vouchers of each fixed amount, and of open value for a product sold in a range. */
const FIXED = 8;
const OPEN = 20;

/** Adds stock for the products. The codes are the same for the same tenant, and are not valid anywhere. */
export async function seedStock(tx: Writer, shop: Shop, products: SeededProduct[]) {
  for (const { id, name, denominations } of products) {
    const random = createRandom(`stock/${shop.tenant.id}/${id}`);
    const vouchers = denominations.flatMap(({ min, max }) =>
      min === max
        ? Array.from({ length: FIXED }, () => createVoucher(name, min, random))
        : Array.from({ length: OPEN }, () => createVoucher(name, null, random)),
    );
    await insertVouchers(tx, shop, id, vouchers);
  }
}

/** Merchants differ: some have no PIN, some have a page for claiming the voucher. */
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
