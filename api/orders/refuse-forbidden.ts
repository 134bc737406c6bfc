import { NAMED_RECEIPT_PAISE } from "../../config/brand/named-receipt.ts";
import { t } from "../../config/language/t.ts";
import { deviceNotConfirmed } from "../accounts/confirm-device.ts";
import { ApiError } from "../base/error.ts";
import { MAX_CARDS, MAX_TOTAL_PAISE } from "../domain/pricing.ts";
import { isBeyondLimits, type Purchases } from "../domain/purchase-limits.ts";
import type { CartLine } from "../repositories/cart/order-cart.ts";
import type { Shop } from "../shop/shop.ts";

type Asked = {
  coinsUsed: number;
  mayGiveCoins: boolean;
  /** False for an account without a name. */
  isNamed: boolean;
  lines: CartLine[];
  /** In paise. */
  total: number;
  purchases: Purchases;
};

/** Refuses an order that nobody, or not this shopper, may place. @throws ApiError 422, or 403 for gifts that coins pay */
export function refuseForbidden(
  { tenant }: Shop,
  { coinsUsed, mayGiveCoins, isNamed, lines, total, purchases }: Asked,
) {
  if (isTooLarge(lines, total)) throw new ApiError(422, t("api.tooLargeOrder"));
  if (!isNamed && total >= NAMED_RECEIPT_PAISE) throw new ApiError(422, t("api.nameForReceipt"), undefined, "no_name");
  const givesCoins = coinsUsed > 0 && lines.some(({ gift }) => gift !== "");
  if (!mayGiveCoins && givesCoins) throw deviceNotConfirmed();
  if (isBeyondLimits(tenant, purchases, total)) throw new ApiError(422, t("api.beyondLimits"));
}

const isTooLarge = (lines: { quantity: number }[], total: number) =>
  total > MAX_TOTAL_PAISE || lines.reduce((sum, { quantity }) => sum + quantity, 0) > MAX_CARDS;
