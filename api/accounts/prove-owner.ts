import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import { MAX_PASSWORD_LENGTH, NO_PASSWORD } from "../domain/passwords.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { forgetDay, takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { deviceNotConfirmed, isUnlocked } from "./confirm-device.ts";

type Proof = { password: string; net: string };

/**
 * Requires proof that a signed-in person owns the account: a confirmed device, and the password if the account has one. Tries
 * count together with those of a change of the password.
 * @throws ApiError 403 on a device that is not confirmed, 400 for a wrong password, 429 after too many of them
 */
export async function proveOwner(shop: Shop, user: SignedInUser, { password, net }: Proof): Promise<void> {
  const { db, clock, limits, passwords } = shop;
  if (!(await isUnlocked(shop, user.sessionId))) throw deviceNotConfirmed();
  const { password_hash: stored } = await getUser(db.read, user.id);
  if (stored === NO_PASSWORD) return;
  if (password === "") throw refusal(t("api.passwordMissing"));
  const tries = `old-passwords ${user.id}`;
  const limit = limits.oldPasswordTriesPerUserAndDay;
  if (!(await db.transaction((tx) => takeFromDay(tx, tries, limit, clock.now()))))
    throw new ApiError(429, t("api.tooManyPasswords"));
  const isRight = password.length <= MAX_PASSWORD_LENGTH && (await passwords.verify(stored, password, net)) !== "wrong";
  if (!isRight) throw refusal(t("api.passwordWrong"));
  await db.transaction((tx) => forgetDay(tx, tries));
}

const refusal = (text: string) => new ApiError(400, text, { password: text });
