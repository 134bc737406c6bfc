type Facts = { email_verified_at: number | null; disabled_at: number | null; erased_at: number | null };

/** An account's state in words. */
export const stateOf = ({ email_verified_at, disabled_at, erased_at }: Facts) => {
  if (erased_at !== null) return "Erased";
  if (disabled_at !== null) return "Disabled";
  return email_verified_at === null ? "E-mail not verified" : "Active";
};
