import { t } from "../../config/language/t.ts";
import { ApiError, isTooBusy, tooManyTries } from "../base/error.ts";
import { MAX_PASSWORD_LENGTH, type Passwords } from "../domain/passwords.ts";
import { findUserByLogin, lockUser, updatePasswordHash } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { type Browser, recogniseDevice } from "./devices.ts";
import { type LoggedIn, openSession } from "./open-session.ts";

/**
 * `username`: an e-mail address or a phone. `net`: the network by which limits count. `chosenLanguage`: the code of the one that
 * the shopper has chosen in this browser.
 */
type Login = { username: string; password: string; net: string; browser: Browser; chosenLanguage?: string };

/** One text for an unknown user and a wrong password, so that it does not reveal accounts (docs/product.md, 11.2). */
const wrongLogin = () => new ApiError(400, t("api.wrongLogin"));

/**
 * Opens a session for a name and its password. The attempt is counted before the password is checked, and uncounted if too many
 * others wait for a check.
 * @throws ApiError 400 for an unknown name or a wrong password, 403 for a closed account, 429 beyond the limits and while too
 * many passwords are being hashed
 */
export async function logIn(
  shop: Shop,
  { username, password, net, browser, chosenLanguage }: Login,
): Promise<LoggedIn> {
  const { db, limits, loginLimiter, passwords } = shop;
  const user = await findUserByLogin(db.read, username);
  const device = await recogniseDevice(db.read, browser.token, user?.id);
  if (!(await loginLimiter.tryLogin(username, net, device))) throw tooManyTries("api.tooManyLogins");
  if (password.length > MAX_PASSWORD_LENGTH) throw wrongLogin();

  const verdict = await passwords.verify(user?.password_hash, password, net).catch(async (error: unknown) => {
    if (isTooBusy(error)) await loginLimiter.giveBack(username, net, device);
    throw error;
  });
  if (!user || verdict === "wrong") throw wrongLogin();
  await loginLimiter.loginSucceeded(username, net, device);
  if (user.disabled_at !== null) throw new ApiError(403, t("api.loginDenied"));

  const rehashed = verdict === "outdated" ? await hashAgain(passwords, password, net) : undefined;
  return db.transaction(async (tx) => {
    // A reset during the check ends all sessions, so no session with the old password may follow it.
    if ((await lockUser(tx, user.id)).password_hash !== user.password_hash) throw wrongLogin();
    if (rehashed !== undefined) await updatePasswordHash(tx, user.id, rehashed);
    return openSession(tx, shop, { user, browser, chosenLanguage, lastsMs: limits.sessionMs });
  });
}

/** Returns undefined while too many passwords are being hashed: a later login replaces the outdated hash. */
async function hashAgain(passwords: Passwords, password: string, net: string): Promise<string | undefined> {
  try {
    return await passwords.hash(password, net);
  } catch (error) {
    if (isTooBusy(error)) return undefined;
    throw error;
  }
}
