import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import { codeHashes } from "../domain/encryption.ts";
import { createOneTimeCode, readOneTimeCode } from "../domain/one-time-code.ts";
import { hashToken, randomId } from "../domain/tokens.ts";
import { takeUnprovenMail } from "../mail/mail-quotas.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { countDeviceCodeTry, deleteDeviceCode, saveDeviceCode } from "../repositories/accounts/device-codes.ts";
import { isSessionConfirmed, pruneDevices, saveDevice } from "../repositories/accounts/devices.ts";
import { setDeviceOfSession } from "../repositories/accounts/sessions.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { type Browser, tokenForBrowser } from "./devices.ts";

type Asked = { sessionId: string; userId: string };

/**
 * True if a session may see codes and change the delivery address: on a confirmed device, or if the brand requires no
 * confirmation.
 */
export const isUnlocked = async ({ db, tenant }: Shop, sessionId: string): Promise<boolean> =>
  !tenant.security.stepUp || (await isSessionConfirmed(db.read, sessionId));

export const deviceNotConfirmed = () => new ApiError(403, t("api.confirmDevice"), undefined, "device_not_confirmed");

/** Mails a code that confirms the session's device. @returns false if the day's codes are used up */
export async function sendDeviceCode(shop: Shop, { sessionId, userId, client }: Asked & { client: string }) {
  const { db, clock, keys, limits } = shop;
  const now = clock.now();
  const code = createOneTimeCode();
  const [codeHash] = codeHashes(keys, "device-code", `${sessionId} ${code}`);
  const expiresAt = now + limits.deviceCodeMs;
  return db.transaction(async (tx) => {
    if (!(await takeFromDay(tx, `device-sent ${userId}`, limits.deviceCodesSentPerUserAndDay, now))) return false;
    const { email, email_verified_at: provenAt } = await getUser(tx, userId);
    if (provenAt === null && !(await takeUnprovenMail(tx, shop, email))) return false;
    await saveDeviceCode(tx, { sessionId, userId, codeHash, now, expiresAt });
    const contents = { userId, code, client };
    await queueSealedMail(tx, shop, { kind: "confirm-device", about: randomId(), contents, expiresAt });
    return true;
  });
}

/**
 * Confirms the session's device with the mailed code.
 * @returns the browser's device token; undefined if the code is wrong or has expired, or there were too many tries
 */
export async function confirmDevice(shop: Shop, { sessionId, userId }: Asked, typed: string, browser: Browser) {
  const { db, clock, keys, limits } = shop;
  const now = clock.now();
  const code = readOneTimeCode(typed);
  if (code === undefined) return undefined; // no code that was ever sent
  return db.transaction(async (tx) => {
    const sent = await countDeviceCodeTry(tx, sessionId, { limit: limits.deviceCodeTries, now });
    if (sent === undefined) return undefined;
    if (!(await takeFromDay(tx, `device-tries ${userId}`, limits.deviceCodesTriedPerUserAndDay, now))) return undefined;
    if (!codeHashes(keys, "device-code", `${sessionId} ${code}`).includes(sent.code_hash)) return undefined;
    await deleteDeviceCode(tx, sessionId);
    const token = await tokenForBrowser(tx, browser.token);
    const hash = hashToken(token);
    await saveDevice(tx, { hash, userId, client: browser.client, now }, true);
    await pruneDevices(tx, { hash, userId }, { unseenSince: now - limits.deviceMs, most: limits.devicesPerUser });
    await setDeviceOfSession(tx, sessionId, hash);
    return token;
  });
}
