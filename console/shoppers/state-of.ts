type Facts = {
  email_verified_at: number | null;
  verified_phone: string | null;
  disabled_at: number | null;
  erased_at: number | null;
};

/** An account's state in words. */
export const stateOf = ({ email_verified_at, verified_phone, disabled_at, erased_at }: Facts) => {
  if (erased_at !== null) return "Erased";
  if (disabled_at !== null) return "Disabled";
  return email_verified_at === null && verified_phone === null ? "E-mail not verified" : "Active";
};

/** The text that identifies a shopper: the address, or the phone of an account without one. */
export const nameOfShopper = ({ email, phone }: { email: string; phone: string | null }): string =>
  email || phone || "No address";
