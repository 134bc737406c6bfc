import { createHash, randomInt } from "node:crypto";
import type { Writer } from "../db/database.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { codeHashes } from "../domain/vouchers.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { isDayUsedUp, takeFromDay } from "../repositories/budgets.ts";
import {
  countCodeTry,
  countPasswordTry,
  deleteResetsOf,
  exchangeCode,
  insertReset,
  takeReset,
} from "../repositories/password-resets.ts";
import { revokeSessionsOf } from "../repositories/sessions.ts";
import { findUserByLogin, getUser, updatePasswordHash } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";

const CODE_DIGITS = 4;

/**
 * Begins a reset for `username`, asked for from the network `net`: mails a code and answers the transaction (256 bits)
 * without which the code is of no use; undefined when the day's resets are used up. For a name that nobody has, and for
 * a disabled account, all of this happens too, to the last row, except that the mail has no addressee.
 */
export async function beginReset(shop: Shop, username: string, net: string): Promise<string | undefined> {
  const { db, clock, keys, limits } = shop;
  const user = await findUserByLogin(db.read, username);
  const userId = user && user.disabled_at === null ? user.id : null;
  const transaction = createToken();
  const id = hashToken(transaction);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, "0");
  const now = clock.now();
  const expiresAt = now + limits.resetCodeMs;
  const isBegun = await db.transaction(async (tx) => {
    if (!(await isWithinBudget(tx, shop, username, net))) return false;
    // Over all its names. Beyond that no mail is sent and nothing said, else two names would be known to be one account.
    const account = `reset-mails ${userId ?? id}`;
    const isMailed = await takeFromDay(tx, account, limits.resetMailsPerUserAndDay, now);
    const [codeHash] = codeHashes(keys, "reset-code", `${id} ${code}`);
    await insertReset(tx, { id, userId: isMailed ? userId : null, codeHash, now, expiresAt });
    await queueSealedMail(tx, shop, { kind: "reset-code", about: id, contents: { code }, expiresAt });
    return true;
  });
  return isBegun ? transaction : undefined;
}

/** Counts by name whether or not somebody has it, and keeps no list of names. */
async function isWithinBudget(tx: Writer, { limits, clock }: Shop, username: string, net: string) {
  const name = createHash("sha256").update(username.toLowerCase()).digest("base64url");
  const take = (budget: string, limit: number) => takeFromDay(tx, `reset ${budget}`, limit, clock.now());
  // First: else whoever has used up theirs could go on to fill the table with names.
  if (await isDayUsedUp(tx, `reset ${net}`, limits.resetsPerNetAndDay, clock.now())) return false;
  return (
    (await take(`${name} ${net}`, limits.resetsPerNameNetAndDay)) &&
    (await take(net, limits.resetsPerNetAndDay)) &&
    (await take(name, limits.resetsPerNameAndDay))
  );
}

/**
 * Exchanges a reset's code for a token, once; undefined for a wrong code, and once the tries, the user's codes of the
 * day or the time are used up.
 */
export async function exchangeResetCode(shop: Shop, transaction: string, code: string): Promise<string | undefined> {
  const { db, clock, keys, limits } = shop;
  const id = hashToken(transaction);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const reset = await countCodeTry(tx, id, { limit: limits.resetTries, now });
    if (reset === undefined) return undefined;
    const budget = `reset-codes ${reset.user_id ?? id}`;
    if (!(await takeFromDay(tx, budget, limits.resetCodesPerUserAndDay, now))) return undefined;
    const isRight = codeHashes(keys, "reset-code", `${id} ${code}`).includes(reset.code_hash);
    if (!isRight || reset.user_id === null) return undefined;
    const token = createToken();
    await exchangeCode(tx, id, token, now + limits.resetTokenMs);
    return token;
  });
}

/**
 * Sets a new password with a reset's token, once: all sessions and other resets of the user end, and their owner is
 * told by mail. Answers the user's e-mail; undefined when the token is used or its time is over, "busy" when too many
 * passwords are being hashed.
 */
export async function finishReset(shop: Shop, token: string, password: string) {
  const { db, clock, limits, passwords } = shop;
  const now = clock.now();
  // Before the password is hashed, which is dear: a token is good for a few tries.
  const isGood = await db.transaction((tx) => countPasswordTry(tx, token, { limit: limits.resetTries, now }));
  if (!isGood) return undefined;
  const passwordHash = await passwords.hash(password);
  if (passwordHash === "busy") return "busy";

  return db.transaction(async (tx) => {
    const userId = await takeReset(tx, token, now);
    if (userId === undefined) return undefined;
    await updatePasswordHash(tx, userId, passwordHash);
    await revokeSessionsOf(tx, userId, now);
    await deleteResetsOf(tx, userId);
    await queueSealedMail(tx, shop, { kind: "password-changed", about: hashToken(token), contents: { userId } });
    return { email: (await getUser(tx, userId)).email };
  });
}
