/** A line of the cart; amounts in paise. `expiryDate` is text as the host gives it, `expiresAt` the moment it means. */
export type CartLineItem = {
  id: string;
  product: {
    name: string;
    imageUrl: string | null;
    expiryDate: string | null;
    expiresAt: number | null;
    /** Its page; absent where the host does not say which product it is. */
    href?: string;
  };
  quantity: number;
  denomination: number;
  toPay: number;
  /** For whom it is; null for the shopper. `sendOn` is a day in India, such as "2026-11-08". */
  gift: { recipientName: string; sendOn: string | null } | null;
  /** How many can be had of a line that cannot be had whole. */
  stockLeft?: number | null;
};
