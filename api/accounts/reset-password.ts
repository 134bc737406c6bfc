import { createHash } from "node:crypto";

import type { Writer } from "../db/database.ts";
import { codeHashes } from "../domain/encryption.ts";
import { createOneTimeCode } from "../domain/one-time-code.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { takeFromShopDay } from "../limits/shop-quotas.ts";
import { takeUnprovenMail } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import {
  countCodeTry,
  countPasswordTry,
  deleteReset,
  deleteResetsOf,
  exchangeCode,
  findEmailOfToken,
  insertReset,
  takeReset,
} from "../repositories/accounts/password-resets.ts";
import { revokeSessionsOf } from "../repositories/accounts/sessions.ts";
import {
  emptyAccount,
  findUserByLogin,
  getUser,
  markEmailVerified,
  updatePasswordHash,
  type User,
} from "../repositories/accounts/users.ts";
import { isDayUsedUp, takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { checkPassword } from "./check-password.ts";
import { type Browser, recogniseDevice, tokenForBrowser, trustOnly } from "./devices.ts";

/**
 * Begins a reset for `username`, requested from the network `net`, and mails a code. The code works only together with the
 * transaction (256 random bits). An unknown name or a disabled account causes the same work and the same rows, but its mail has
 * no recipient. A recognised browser has separate limits, which strangers cannot use up.
 * @returns the transaction; undefined if the day's resets are used up
 */
export async function beginReset(shop: Shop, username: string, net: string, deviceToken?: string) {
  const { db, clock, keys, limits } = shop;
  const user = await findUserByLogin(db.read, username);
  const userId = user && user.disabled_at === null ? user.id : null;
  const device = await recogniseDevice(db.read, deviceToken, userId ?? undefined);
  const transaction = createToken();
  const id = hashToken(transaction);
  const code = createOneTimeCode();
  const now = clock.now();
  const expiresAt = now + limits.resetCodeMs;
  const isBegun = await db.transaction(async (tx) => {
    if (!(await isWithinLimits(tx, shop, { username, net, userId, device }))) return false;
    // Counted by account. Beyond the limit no mail goes out and the answer is the same, so that it does not reveal the names of
    // one account.
    const account = `reset-mails ${userId ?? id}`;
    const isMailed =
      (device !== undefined || (await takeFromDay(tx, account, limits.resetMailsPerUserAndDay, now))) &&
      user?.email !== "" &&
      !isOfPhone(user) &&
      (user?.email_verified_at !== null || (await takeUnprovenMail(tx, shop, user.email)));
    const [codeHash] = codeHashes(keys, "reset-code", `${id} ${code}`);
    const deviceHash = device ?? null;
    await insertReset(tx, { id, userId: isMailed ? userId : null, codeHash, deviceHash, now, expiresAt });
    await queueSealedMail(tx, shop, { kind: "reset-code", about: id, contents: { code }, expiresAt });
    return true;
  });
  return isBegun ? transaction : undefined;
}

/** True for an account that a phone identifies, and no mailbox. It may have paid orders, which a mailbox must not open. */
const isOfPhone = (user: Pick<User, "verified_phone" | "email_verified_at"> | undefined) =>
  user !== undefined && user.verified_phone !== null && user.email_verified_at === null;

type Asked = { username: string; net: string; userId: string | null; device: string | undefined };

/** Counts a name with or without an account, and stores only its hash. */
async function isWithinLimits(tx: Writer, shop: Shop, { username, net, userId, device }: Asked) {
  const { limits, clock } = shop;
  const name = createHash("sha256").update(username.toLowerCase()).digest("base64url");
  const take = (quota: string, limit: number) => takeFromDay(tx, `reset ${quota}`, limit, clock.now());
  if (device !== undefined) return take(`device ${device} ${userId}`, limits.resetsPerDeviceAndDay);
  // Checked first, because otherwise a refused network could fill the table with names.
  if (await isDayUsedUp(tx, `reset ${net}`, limits.resetsPerNetAndDay, clock.now())) return false;
  const isOwnWithin =
    (await take(`${name} ${net}`, limits.resetsPerNameNetAndDay)) &&
    (await take(net, limits.resetsPerNetAndDay)) &&
    (await take(name, limits.resetsPerNameAndDay));
  if (!isOwnWithin) return false;
  if (await takeFromShopDay(tx, shop, "resets")) return true;
  return take(`beyond ${net}`, limits.resetsPerNetBeyondShopDay);
}

/**
 * Exchanges a reset's code, once.
 * @returns the token that sets a password, and the browser's device token; undefined if the code is wrong or has expired,
 * or there were too many tries
 */
export async function exchangeResetCode(shop: Shop, transaction: string, code: string, browser: Browser) {
  const { db, clock, keys, limits } = shop;
  const id = hashToken(transaction);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const reset = await countCodeTry(tx, id, { limit: limits.resetTries, now });
    if (reset === undefined) return undefined;
    const quota = ["reset-codes", reset.user_id ?? id, reset.device_hash ?? []].flat().join(" ");
    if (!(await takeFromDay(tx, quota, limits.resetCodesPerUserAndDay, now))) return undefined;
    const isRight = codeHashes(keys, "reset-code", `${id} ${code}`).includes(reset.code_hash);
    if (!isRight || reset.user_id === null) {
      // A recognised browser is not a stranger's.
      const isStranger = reset.device_hash === null;
      if (isStranger && !(await takeFromShopDay(tx, shop, "wrongCodes"))) await deleteReset(tx, id);
      return undefined;
    }
    const token = createToken();
    const deviceToken = await tokenForBrowser(tx, browser.token);
    await exchangeCode(tx, id, { token, deviceHash: hashToken(deviceToken), expiresAt: now + limits.resetTokenMs });
    return { token, deviceToken };
  });
}

/**
 * Sets a new password with a reset's token, once. Ends all sessions and other resets of the user. Deletes all devices except the
 * one on which the code was typed. Mails a notice to the owner.
 * @returns the user's e-mail and that device (the hash of its token); undefined if the token is used or has expired
 * @throws ApiError 400 for a password that is easily guessed, which uses up no try; 429 while too many passwords are being hashed
 */
export async function finishReset(
  shop: Shop,
  { token, password, net, client }: { token: string; password: string; net: string; client: string },
) {
  const { db, clock, limits, passwords } = shop;
  const now = clock.now();
  const owner = await findEmailOfToken(db.read, token);
  await checkPassword(shop, password, owner?.email ?? "");
  // Counted first, because hashing the password is expensive.
  const isGood = await db.transaction((tx) => countPasswordTry(tx, token, { limit: limits.resetTries, now }));
  if (!isGood) return undefined;
  const passwordHash = await passwords.hash(password, net);

  return db.transaction(async (tx) => {
    const reset = await takeReset(tx, token, now);
    if (reset === undefined) return undefined;
    const { userId, deviceHash } = reset;
    const user = await getUser(tx, userId);
    if (isOfPhone(user)) return undefined; // the reset began before
    const { email, email_verified_at: provenAt } = user;
    await updatePasswordHash(tx, userId, passwordHash);
    await revokeSessionsOf(tx, userId, now);
    await deleteResetsOf(tx, userId);
    await trustOnly(tx, { hash: deviceHash, userId, client, now });
    // The code or the link came by mail, which proves the mailbox. The data in the account may be somebody else's.
    if (provenAt === null) {
      await emptyAccount(tx, userId);
      await markEmailVerified(tx, userId, now);
    }
    await queueSealedMail(tx, shop, { kind: "password-changed", about: hashToken(token), contents: { userId } });
    return { email, device: deviceHash ?? undefined };
  });
}
