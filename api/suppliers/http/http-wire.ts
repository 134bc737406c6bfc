import { z } from "zod";

import type { SupplierProduct } from "../../ports/voucher-supplier.ts";
import { checkCard, OptionalText, parseExpiry, WireText } from "../adapter/responses.ts";

// The bodies of our own contract (docs/suppliers/http.md). Amounts are whole paise.

const Paise = WireText.refine((text) => /^\d{1,15}$/.test(text)).transform(Number);

const Card = z
  .looseObject({ card_number: WireText.min(1), pin: OptionalText, claim_url: OptionalText, expires: OptionalText })
  .transform(({ card_number, pin, claim_url, expires }, context) =>
    checkCard({ cardNumber: card_number, pin, claimUrl: claim_url, expiresAt: parseExpiry(expires) }, context),
  );

const REASONS = ["out_of_stock", "not_sold", "float_low", "rejected"] as const;

/** An order; `state` is true if more is to come. */
export const OrderAnswer = z.looseObject({
  ref: WireText,
  state: z.enum(["working", "complete", "refused"]),
  order_id: OptionalText,
  cards: z.array(Card).default([]),
  reason: z.enum(REASONS).nullish().catch("rejected"),
  cost: Paise.nullish(),
});

export const ErrorAnswer = z.looseObject({ error: WireText });

const Product = z
  .looseObject({
    sku: WireText,
    name: WireText,
    values: z.union([z.array(Paise), z.looseObject({ least: Paise, most: Paise })]),
    currency: WireText.default("INR"),
    is_available: z.boolean().default(true),
  })
  .transform(({ sku, name, values, currency, is_available }): SupplierProduct => ({
    sku,
    name,
    values,
    currency,
    isAvailable: is_available,
  }));

export const ProductsAnswer = z.looseObject({ products: z.array(Product), next: OptionalText });

export const FloatAnswer = z.looseObject({ balance: Paise.nullable() });
