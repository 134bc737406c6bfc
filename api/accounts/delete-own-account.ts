import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { waitingSince } from "../domain/staff/second-member.ts";
import { findUnfinished } from "../repositories/shoppers/records.ts";
import type { Shop } from "../shop/shop.ts";
import { eraseShopper } from "./erase-shopper.ts";

type Unfinished = NonNullable<Awaited<ReturnType<typeof findUnfinished>>>;

/** The shopper's texts. Coins are held by an open order, and a refund is a payment on its way back. */
const REASONS: Record<Unfinished, () => string> = {
  order: () => t("api.deleteOrderOpen"),
  coins: () => t("api.deleteOrderOpen"),
  refund: () => t("api.deleteRefundOpen"),
  payment: () => t("api.deleteRefundOpen"),
  gift: () => t("api.deleteGiftOpen"),
  grant: () => t("api.deleteUndecided"),
  request: () => t("api.deleteUndecided"),
};

/** Erases the account of a shopper who has proven to own it. @throws ApiError 409 while something is unfinished */
export async function deleteOwnAccount(shop: Shop, user: SignedInUser): Promise<void> {
  const unfinished = await findUnfinished(shop.db.read, user.id, waitingSince(shop.clock.now()));
  if (unfinished !== undefined) throw new ApiError(409, REASONS[unfinished]());
  // eraseShopper() checks again under the lock: an order may have been placed since.
  await eraseShopper(shop, { userId: user.id, email: user.email || (user.verifiedPhone ?? user.phone ?? "") });
  shop.log.info({ userId: user.id }, "account erased by its owner");
}
