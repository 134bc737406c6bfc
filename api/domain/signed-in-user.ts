/** The shopper whose access token came with a request. */
export type SignedInUser = {
  id: string;
  sessionId: string;
  username: string;
  email: string;
  /** Whether they have opened the link that was sent to `email`. */
  isEmailVerified: boolean;
  /** Null where none was given. */
  phone: string | null;
  /** Where vouchers go instead of `email` and `phone`; null for these. */
  deliveryEmail: string | null;
  deliveryPhone: string | null;
  /** Spendable, in hundredths of a coin, as of the beginning of the request. */
  coins: number;
};
