import type { Gift } from "#app/commerce/types.ts";

/** A cart line; amounts in paise. */
export type CartLineItem = {
  id: string;
  product: {
    name: string;
    imageUrl: string | null;
    /** Such as "31 Mar 2027", or the backend's text. */
    expiry: string | null;
    /** The product page; absent if the backend does not name the product. */
    href?: string;
  };
  quantity: number;
  denomination: number;
  toPay: number;
  /** Null for the shopper's own card. `sendOn` is a day in India, such as "2026-11-08". */
  gift: Gift | null;
  /** The largest available quantity, if the line's is larger. */
  stockLeft?: number | null;
};

/** Names of fields in the cart's form: a line's quantity, and the quantity that the page showed. */
export const quantityField = (id: string) => `quantity.${id}`;
export const shownField = (id: string) => `shown.${id}`;
