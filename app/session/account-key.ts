import type { User } from "#app/commerce/types.ts";

type Account = Pick<User, "email" | "phone" | "username"> & { id?: string | null };

/** Distinguishes two accounts of a host, which need not send all four. Empty if it sends none. */
export const accountKey = ({ email, phone, username, id }: Account) => email || phone || username || (id ?? "");
