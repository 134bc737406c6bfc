import { currentLanguage } from "../../config/language/current.ts";
import type { Writer } from "../db/database.ts";
import { createToken } from "../domain/tokens.ts";
import { createSession } from "../repositories/accounts/sessions.ts";
import { updateLanguage, type User } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { type Browser, type LoginManner, rememberLogin } from "./devices.ts";
import { issueAccessToken, type SessionTokens } from "./sessions.ts";

/** `language`: the code of the one that the account keeps. */
export type LoggedIn = SessionTokens & { deviceToken: string; user: User; language: string };

type Opening = {
  user: User;
  browser: Browser;
  /** The code of the language that the shopper has chosen in this browser. */
  chosenLanguage: string | undefined;
  /** The time until the session ends. */
  lastsMs: number;
  manner?: LoginManner;
};

/**
 * Opens a session for a shopper whose login has succeeded, and remembers the browser. The account keeps its language, unless the
 * shopper has chosen one in this browser.
 */
export async function openSession(
  tx: Writer,
  shop: Shop,
  { user, browser, chosenLanguage, lastsMs, manner }: Opening,
): Promise<LoggedIn> {
  const { clock, limits } = shop;
  const language = chosenLanguage ?? user.language ?? currentLanguage().code;
  if (user.language !== language) await updateLanguage(tx, user.id, language);
  const { token, hash } = await rememberLogin(tx, shop, user.id, browser, manner);
  const refreshToken = createToken();
  const [now, expiresAt] = [clock.now(), clock.now() + lastsMs];
  const session = { userId: user.id, refreshToken, client: browser.client, deviceHash: hash, now, expiresAt };
  const sessionId = await createSession(tx, { ...session, max: limits.sessionsPerUser });
  const accessToken = issueAccessToken(shop, { userId: user.id, sessionId, expiresAt });
  return { accessToken, refreshToken, deviceToken: token, user, language };
}
