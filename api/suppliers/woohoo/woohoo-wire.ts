import { z } from "zod";

import { parseWireRupees } from "../../domain/pricing.ts";
import type { SuppliedCard, SupplierProduct } from "../../ports/voucher-supplier.ts";
import { checkCard, OptionalText, parseExpiry, WireText } from "../adapter/responses.ts";

// The fields of Woohoo's answers that are read; others are ignored.

/** A card of an order with this value (paise). Some brands have an activation code or a URL in place of a PIN. */
const Card = (faceValue: number) =>
  z
    .looseObject({
      cardNumber: OptionalText,
      cardPin: OptionalText,
      activationCode: OptionalText,
      activationUrl: OptionalText,
      validity: OptionalText,
      amount: OptionalText.refine((text) => text === null || [faceValue, undefined].includes(parseWireRupees(text)), {
        error: "is not what was ordered",
      }),
    })
    .transform(({ cardNumber, cardPin, activationCode, activationUrl, validity }, context): SuppliedCard => {
      const number = cardNumber ?? activationCode ?? activationUrl;
      if (number === null) {
        context.addIssue({ code: "custom", message: "has no code" });
        return z.NEVER;
      }
      const pin = cardPin ?? (cardNumber === null ? null : activationCode);
      return checkCard({ cardNumber: number, pin, claimUrl: activationUrl, expiresAt: parseExpiry(validity) }, context);
    });

export const CardsAnswer = (faceValue: number) =>
  z.looseObject({ cards: z.array(Card(faceValue)), total: WireText.transform(Number).nullish() });

const Payment = z.looseObject({ code: OptionalText, balance: OptionalText });

export const OrderAnswer = (faceValue: number) =>
  z.looseObject({
    status: WireText,
    orderId: OptionalText,
    refno: OptionalText,
    cards: z.array(Card(faceValue)).nullish(),
    payments: z.array(Payment).nullish().catch(null),
  });

/** The prepaid balance after an order, in paise; undefined if the answer has none. */
export function readSvcBalance({ payments }: z.output<ReturnType<typeof OrderAnswer>>): number | undefined {
  const text = payments?.find(({ code }) => code === "svc")?.balance;
  return text == null ? undefined : parseWireRupees(text);
}

export const ErrorAnswer = z.looseObject({ code: WireText, message: OptionalText });

export const DUPLICATE_REFNO = "5313";

export const TokenAnswer = z.looseObject({ token: z.string().min(1) });
export const CodeForToken = z.looseObject({ authorizationCode: z.string().min(1) });

const Category = z.looseObject({ id: WireText });
/** The root category, or a list of categories. */
export const CategoriesAnswer = z.union([z.array(Category), Category.transform((root) => [root])]);

const Price = z.looseObject({
  min: OptionalText,
  max: OptionalText,
  denominations: z.array(WireText).nullish().catch(null),
  currency: z.looseObject({ code: OptionalText }).nullish().catch(null),
});

const ProductItem = z.looseObject({ sku: WireText, name: WireText, price: Price.nullish().catch(null) });
export const ProductsAnswer = z.looseObject({ products: z.array(ProductItem) });
export const ProductAnswer = ProductItem;

/** A product with a price; undefined without one, as in lists. */
export function toProduct({ sku, name, price }: z.output<typeof ProductItem>): SupplierProduct | undefined {
  const values = (price?.denominations ?? []).map(parseWireRupees).filter((value) => value !== undefined);
  const [least, most] = [price?.min, price?.max].map((text) => (text == null ? undefined : parseWireRupees(text)));
  const isRange = values.length === 0 && least !== undefined && most !== undefined;
  if (values.length === 0 && !isRange) return undefined;
  return {
    sku,
    name,
    values: isRange ? { least, most } : values,
    currency: price?.currency?.code ?? "INR",
    isAvailable: true,
  };
}
