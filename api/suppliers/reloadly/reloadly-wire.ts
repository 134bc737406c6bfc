import { z } from "zod";

import { parseWireRupees } from "../../domain/pricing.ts";
import type { SuppliedCard, SupplierProduct } from "../../ports/voucher-supplier.ts";
import { checkCard, OptionalText, WireText } from "../adapter/responses.ts";

// The fields of Reloadly's answers that are read (github.com/Reloadly/reloadly-api-documentation, openapi); others are ignored.

export const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: WireText.transform(Number).refine(Number.isFinite),
});

export const Transaction = z.looseObject({
  transactionId: WireText,
  status: WireText,
  customIdentifier: OptionalText,
  amount: OptionalText,
  currencyCode: OptionalText,
});

const Page = z.looseObject({ content: z.array(Transaction), last: z.boolean().nullish() });
/** A page of transactions, or a plain list of them. */
export const TransactionsAnswer = z.union([
  Page,
  z.array(Transaction).transform((content) => ({ content, last: undefined })),
]);

const Card = z
  .looseObject({ cardNumber: OptionalText, pinCode: OptionalText, redemptionUrl: OptionalText })
  .transform(({ cardNumber, pinCode, redemptionUrl }, context): SuppliedCard => {
    const number = cardNumber ?? pinCode ?? redemptionUrl;
    if (number === null) {
      context.addIssue({ code: "custom", message: "has no code" });
      return z.NEVER;
    }
    const pin = cardNumber === null ? null : pinCode;
    return checkCard({ cardNumber: number, pin, claimUrl: redemptionUrl, expiresAt: null }, context);
  });

/** A list in practice, one card in the vendor's file. */
export const CardsAnswer = z.union([z.array(Card), Card.transform((card) => [card])]);

export const BalanceAnswer = z.looseObject({ balance: WireText, currencyCode: WireText });

export const ErrorAnswer = z.looseObject({ message: OptionalText, errorCode: OptionalText });

const Product = z.looseObject({
  productId: WireText,
  productName: WireText,
  denominationType: WireText,
  recipientCurrencyCode: WireText,
  minRecipientDenomination: OptionalText,
  maxRecipientDenomination: OptionalText,
  fixedRecipientDenominations: z.array(WireText).nullish(),
  status: OptionalText,
  additionalRequirements: z.looseObject({ userIdRequired: z.boolean().nullish() }).nullish(),
});

export function toProduct(product: z.output<typeof Product>): SupplierProduct {
  const fixed = (product.fixedRecipientDenominations ?? []).map(parseWireRupees).filter((value) => value !== undefined);
  const [least = 0, most = 0] = [product.minRecipientDenomination, product.maxRecipientDenomination].map((text) =>
    text === null ? undefined : parseWireRupees(text),
  );
  return {
    sku: product.productId,
    name: product.productName,
    values: product.denominationType === "RANGE" ? { least, most } : fixed,
    currency: product.recipientCurrencyCode,
    // Some cards are bought for an account of the recipient, which an order here does not have.
    isAvailable:
      (product.status === null || product.status === "ACTIVE") && !product.additionalRequirements?.userIdRequired,
  };
}

export const ProductsAnswer = z.looseObject({ content: z.array(Product), last: z.boolean().nullish() });
