/** The shopper that a request's access token identifies. */
export type SignedInUser = {
  id: string;
  sessionId: string;
  username: string;
  /** Empty for an account without one. */
  email: string;
  /** True if they have opened the verification link sent to `email`. */
  isEmailVerified: boolean;
  /** The phone that they have confirmed with a code; null for none. */
  verifiedPhone: string | null;
  /** Null if none was given. */
  phone: string | null;
  /** The addresses that receive vouchers in place of `email` and `phone`; null for none. */
  deliveryEmail: string | null;
  deliveryPhone: string | null;
  /** The code of the language that the account keeps; null for none. */
  language: string | null;
  /** Spendable coins in hundredths, at the start of the request. */
  coins: number;
};
