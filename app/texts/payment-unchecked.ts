/** Shown while polls for an order's payment fail, beside a button to check at once. */
export const PAYMENT_UNCHECKED =
  "We cannot check your payment at the moment. If you have paid, your payment is safe. We keep checking by ourselves.";
export const TRY_AGAIN = "Try again";
