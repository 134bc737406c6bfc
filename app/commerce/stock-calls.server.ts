import { toRupees } from "#app/base/money.ts";

import { AckSchema } from "./schemas/acknowledgements.ts";
import { StockNoticesSchema } from "./schemas/catalogue.ts";
import { toWireId } from "./schemas/wire-id.ts";
import type { Senders } from "./senders.server.ts";

/** Calls of a host that mails shoppers once a card is back: `features.stockNotice`. Amounts in paise. */
export const createStockCalls = ({ ask }: Pick<Senders, "ask">) => {
  const change = (method: "POST" | "DELETE", productId: string, denomination: number) => {
    const body = { product_id: toWireId(productId), denomination: toRupees(denomination) };
    return ask({ method, path: "/stock-notice/", body }, AckSchema);
  };
  return {
    /** The shopper's notices for all products. */
    listStockNotices: () => ask({ method: "GET", path: "/stock-notice/" }, StockNoticesSchema),
    askForStockNotice: (productId: string, denomination: number) => change("POST", productId, denomination),
    forgetStockNotice: (productId: string, denomination: number) => change("DELETE", productId, denomination),
  };
};
