import type { User } from "#app/commerce/types.ts";

export type Account = Pick<User, "email" | "phone" | "username"> & { id?: string | null };

/** Distinguishes two accounts of a host, which need not send all four. */
export const accountKey = ({ email, phone, username, id }: Account) =>
  id ? id : JSON.stringify([email, phone, username]);

/** The account as its owner recognises it; "" if the host sends nothing. */
export const nameOfAccount = ({ email, phone, username }: Account) => email || phone || username;
