import type { User } from "#app/commerce/types.ts";

export type Account = Pick<User, "email" | "phone" | "username"> & { id?: string | null };

/** Distinguishes two accounts of a host, which need not send all four. Empty if it sends none. */
export const accountKey = ({ id, ...names }: Account): string => (id ? id : nameOfAccount(names));

/** The account as its owner recognises it; "" if the host sends nothing. */
export const nameOfAccount = ({ email, phone, username }: Omit<Account, "id">) => email || phone || username;
