import { findUserByLogin } from "../../api/repositories/accounts/users.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { CommandError } from "./command.ts";

/** The shopper with this e-mail. @throws CommandError */
export async function getShopper({ db, tenant }: Shop, email: string) {
  const user = email.includes("@") ? await findUserByLogin(db.read, email) : undefined;
  if (user === undefined) throw new CommandError(`brand ${tenant.id} has no shopper with the e-mail ${email}`);
  return user;
}
