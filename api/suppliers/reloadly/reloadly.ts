import { parseWireRupees } from "../../domain/pricing.ts";
import type { VoucherSupplier } from "../../ports/voucher-supplier.ts";
import { readAnswer } from "../adapter/responses.ts";
import type { SupplierOptions } from "../adapter/supplier-options.ts";
import { createReloadlyClient } from "./reloadly-client.ts";
import { findOrder, placeOrder } from "./reloadly-orders.ts";
import { BalanceAnswer, ProductsAnswer, toProduct } from "./reloadly-wire.ts";

const IN_A_PAGE = 200;
const MOST_CARDS = 10;

/** Reloadly gift cards: github.com/Reloadly/reloadly-api-documentation. */
export function createReloadly(options: SupplierOptions<"reloadly">): VoucherSupplier {
  const { name, settings } = options;
  const client = createReloadlyClient(options);
  return {
    kind: "reloadly",
    mostCards: MOST_CARDS,
    find: (order, supplierRef) => findOrder(client, order, supplierRef),
    place: (order) => placeOrder(client, settings, order),

    async listProducts(cursor) {
      const page = Number(cursor ?? "1");
      const answer = await client.get(`/products?page=${page}&size=${IN_A_PAGE}&countryCode=IN`);
      const { content, last } = readAnswer(name, ProductsAnswer, answer);
      const isLast = last ?? content.length < IN_A_PAGE;
      return { products: content.map(toProduct), next: isLast ? null : String(page + 1) };
    },

    /** Null for an account in another currency, whose balance cannot be compared with the brand's limit. */
    async readFloat() {
      const { balance, currencyCode } = readAnswer(name, BalanceAnswer, await client.get("/accounts/balance"));
      if (currencyCode !== "INR") return null;
      // Three decimals and more are cut off.
      return parseWireRupees(balance.replace(/(\.\d{2})\d+$/, "$1")) ?? null;
    },

    async check() {
      const { balance, currencyCode } = readAnswer(name, BalanceAnswer, await client.get("/accounts/balance"));
      const ok = { level: "ok", text: `${name} accepts the credentials` } as const;
      if (currencyCode === "INR") return [ok];
      const text = `${name} is an account in ${currencyCode} (${balance}): check what a card costs, and watch the balance there`;
      return [ok, { level: "warning", text }];
    },
  };
}
