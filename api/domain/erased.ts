/** Reserved for ever (RFC 2606): no mail arrives there. */
const DOMAIN = "@erased.invalid";

/** The text in the books in place of an erased person. */
export const pseudonymOf = (userId: string) => ({
  username: "Erased shopper",
  email: `erased-${userId.toLowerCase()}${DOMAIN}`,
});

/** The text in place of a reason by the staff, which may name the person. */
export const ERASED_REASON = "Removed when the account was erased.";

/** True if the address belongs to a pseudonym. */
export const isErasedAddress = (email: string) => email.endsWith(DOMAIN);
