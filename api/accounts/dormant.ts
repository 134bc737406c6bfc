import type { Reader } from "../db/database.ts";
import { findLastLogin } from "../repositories/accounts/devices.ts";
import type { User } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";

/** True if the last login was long ago: the network may have given the number to somebody else. */
export async function isDormant(
  db: Reader,
  { clock, limits }: Shop,
  { id, created_at }: Pick<User, "id" | "created_at">,
) {
  const lastUsedAt = (await findLastLogin(db, id)) ?? created_at;
  return lastUsedAt <= clock.now() - limits.dormantMs;
}
