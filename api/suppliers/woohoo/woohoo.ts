import type { VoucherSupplier } from "../../ports/voucher-supplier.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { listProducts } from "./woohoo-catalogue.ts";
import { createWoohooClient } from "./woohoo-client.ts";
import { findOrder, placeOrder } from "./woohoo-orders.ts";

const MOST_CARDS = 20;

/** Woohoo by Qwikcilver (Pine Labs), REST v3: developers.woohoo.in. */
export function createWoohoo(options: SupplierOptions<"woohoo">): VoucherSupplier {
  const { name, settings } = options;
  const client = createWoohooClient(options);
  return {
    kind: "woohoo",
    mostCards: MOST_CARDS,
    find: (order) => findOrder(client, settings, order),
    place: (order) => placeOrder(client, settings, order),
    listProducts: (cursor) => listProducts(client, cursor),

    /** The answers to orders have the balance. There is a call for it, whose answer no public document describes (docs/suppliers/woohoo.md). */
    readFloat: async () => null,

    async check() {
      const answer = await client.call("GET", "/rest/v3/catalog/categories");
      if (answer.status === 403)
        return [{ level: "error", text: `${name} answered 403: ask Woohoo to allow this server's address` }];
      if (answer.status !== 200)
        return [{ level: "error", text: `${name} refuses the token or the signature (${answer.status})` }];
      return [{ level: "ok", text: `${name} accepts the credentials and the signature` }];
    },
  };
}
