import type { User } from "#app/commerce/types.ts";

/** Distinguishes two accounts of a host, which need not send all three. Empty if it sends none. */
export const accountKey = ({ email, phone, username }: Pick<User, "email" | "phone" | "username">) =>
  email || phone || username;
