import type { Permission } from "../domain/roles.ts";
import type { Shop } from "../shop/shop.ts";
import type { BulkAction } from "./bulk-action.ts";
import { couponNames, withdrawCoupons } from "./coupon-actions.ts";
import { giftNames, resendGifts } from "./gift-actions.ts";
import { orderNames, refundOrders, refuseOrders, releaseOrders, resendOrders } from "./order-actions.ts";
import { moveProducts, offerProducts, priceProducts, productNames, withdrawProducts } from "./product-actions.ts";
import { disableShoppers, enableShoppers, shopperNames } from "./shopper-actions.ts";

/** Every bulk action, by its list and name. */
export const BULK_ACTIONS = {
  "orders.release": releaseOrders,
  "orders.refuse": refuseOrders,
  "orders.refund": refundOrders,
  "orders.resend": resendOrders,
  "gifts.resend": resendGifts,
  "products.offer": offerProducts,
  "products.withdraw": withdrawProducts,
  "products.move": moveProducts,
  "products.price": priceProducts,
  "shoppers.disable": disableShoppers,
  "shoppers.enable": enableShoppers,
  "coupons.withdraw": withdrawCoupons,
} as const satisfies Record<string, BulkAction>;

export type BulkName = keyof typeof BULK_ACTIONS;

export const BULK_NAMES = Object.keys(BULK_ACTIONS) as BulkName[];

export const bulkAction = (name: BulkName): BulkAction => BULK_ACTIONS[name];

type BulkList = {
  /** The permission to see the list, and with it what was done to its rows. */
  seenWith: Permission;
  /** The column of a result file with the names of rows. */
  column: string;
  /** The names of rows for people. Rows that do not exist any more are left out. */
  names(shop: Shop, ids: string[]): Promise<{ id: string; name: string }[]>;
};

/** The lists whose rows bulk actions change. */
export const BULK_LISTS = {
  orders: { seenWith: "orders.read", column: "order", names: orderNames },
  gifts: { seenWith: "orders.read", column: "gift", names: giftNames },
  products: { seenWith: "catalogue.read", column: "product", names: productNames },
  shoppers: { seenWith: "shoppers.read", column: "shopper", names: shopperNames },
  coupons: { seenWith: "shoppers.read", column: "coupon", names: couponNames },
} as const satisfies Record<string, BulkList>;

export type BulkListName = keyof typeof BULK_LISTS;

export const listOf = (name: BulkName) => name.slice(0, name.indexOf(".")) as BulkListName;
