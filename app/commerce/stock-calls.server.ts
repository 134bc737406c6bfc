import type { Ask } from "./account-calls.server.ts";
import { toRupees } from "./money.ts";
import * as schemas from "./schemas.ts";

/** Calls of a backend with `features.stockNotice`, which mails shoppers when a card is back. Amounts in paise. */
export const createStockCalls = (ask: Ask, toWireId: (id: string) => string | number) => {
  const change = (method: "POST" | "DELETE", productId: string, denomination: number) => {
    const body = { product_id: toWireId(productId), denomination: toRupees(denomination) };
    return ask({ method, path: "/stock-notice/", body }, schemas.AckSchema);
  };
  return {
    /** The shopper's notices for all products. */
    listStockNotices: () => ask({ method: "GET", path: "/stock-notice/" }, schemas.StockNoticesSchema),
    askForStockNotice: (productId: string, denomination: number) => change("POST", productId, denomination),
    forgetStockNotice: (productId: string, denomination: number) => change("DELETE", productId, denomination),
  };
};
