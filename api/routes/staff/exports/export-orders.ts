import { orderFile, type OrderFileQuery } from "../../../exports/order-file.ts";
import { parseQuery } from "../../../http/parse.ts";
import { type BrandCall, type BrandRoute, maySeePeople } from "../../brand-route.ts";
import { FilterQuery } from "../../orders/order-filter.ts";
import { type LongList, prepareList, sendList } from "./long-lists.ts";

export const ORDER_LIST: LongList<"orders.export"> = {
  kind: "orders.export",
  things: "orders",
  file: orderFile,
  acts: { download: "order.export", prepare: "order.prepare-export" },
};

const readQuery = (call: BrandCall): OrderFileQuery => ({
  ...parseQuery(FilterQuery, call.req),
  is_masked: !maySeePeople(call),
});

/** The whole filtered list as a file. Support needs single orders; this is for reports about money. */
export const orderFiles: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/orders.csv",
    permission: "money.export",
    needsCode: true,
    handle: (call) => sendList(call, ORDER_LIST, readQuery(call)),
  },
  {
    method: "post",
    path: "/orders/export",
    permission: "money.export",
    needsCode: true,
    handle: (call) => prepareList(call, ORDER_LIST, readQuery(call)),
  },
];
