/** Reserved for ever (RFC 2606): no mail arrives there. */
const DOMAIN = "@erased.invalid";

/** What stands in the books in place of an erased person. */
export const pseudonymOf = (userId: string) => ({
  username: "Erased shopper",
  email: `erased-${userId.toLowerCase()}${DOMAIN}`,
});

/** What stands in place of a reason that the staff wrote, which may name the person. */
export const ERASED_REASON = "Removed when the account was erased.";

/** Whether mail to this address would go to a pseudonym. */
export const isErasedAddress = (email: string) => email.endsWith(DOMAIN);
