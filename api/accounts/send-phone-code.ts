import { createHash } from "node:crypto";

import { currentLanguage } from "../../config/language/current.ts";
import { t } from "../../config/language/t.ts";
import { ApiError } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { codeHashes } from "../domain/encryption.ts";
import { createPhoneCode } from "../domain/one-time-code.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { ALL_CODES } from "../messages/message-budgets.ts";
import { queueMessage } from "../messages/queue-message.ts";
import { countPhoneCodes, findUnusedCodes, insertPhoneCode } from "../repositories/accounts/phone-codes.ts";
import { findUserByPhone } from "../repositories/accounts/users.ts";
import { countInDay, isDayUsedUp, takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";
import { recogniseDevice } from "./devices.ts";
import { knowsNetwork } from "./phone-networks.ts";

type Asked = {
  /** Ten digits. */
  phone: string;
  /** The network by which limits count. */
  net: string;
  deviceToken: string | undefined;
  /** The signed-in account that confirms the number; null for a sign-in. */
  userId: string | null;
};

/** `resendAfterMs`: the time until the number may get another code. */
export type SentCode = { transaction: string; expiresInMs: number; resendAfterMs: number };

const tooManyCodes = () => new ApiError(429, t("api.tooManyCodes"), undefined, "too_many_codes");

/** The group of codes and tries on the networks from which the number's account signed in. */
const KNOWN_NETWORKS = "known networks";

/** A quota of a number in a group of browsers. Its name holds no number. */
export const ofNumber = (quota: string, phone: string, group: string | null) =>
  `${quota} ${createHash("sha256").update(phone).digest("base64url")} ${group ?? ""}`;

/**
 * Sends a code to a number. The answer and the work are the same with and without an account. A known device of
 * the account has separate limits, which strangers cannot use up. A refused request counts for nothing.
 * @throws ApiError 429 while the number must wait, and beyond the limits of a day; 409 if the brand has no channel for codes
 */
export async function sendPhoneCode(shop: Shop, asked: Asked): Promise<SentCode> {
  const { db, clock, keys, limits } = shop;
  const { phone, userId } = asked;
  const owner = await findUserByPhone(db.read, phone);
  const device = (await recogniseDevice(db.read, asked.deviceToken, owner?.id)) ?? null;
  const transaction = createToken();
  const id = hashToken(transaction);
  const code = createPhoneCode();
  const now = clock.now();
  const expiresAt = now + limits.phoneCodeMs;
  const [codeHash] = codeHashes(keys, "phone-code", `${id} ${code}`);
  const row = { id, phone, user_id: userId, code_hash: codeHash, expires_at: expiresAt };
  return db.transaction(async (tx) => {
    const group = device ?? (await groupOfStrangers(tx, shop, asked, owner?.id));
    const resendAfterMs = await takeTurn(tx, shop, { ...asked, group });
    await insertPhoneCode(tx, { ...row, device_hash: group, now });
    const language = currentLanguage().code;
    const message = { about: id, userId, phone, language, contents: { code }, expiresAt };
    if (!(await queueMessage(tx, shop, { kind: "sign-in-code", ...message })))
      throw new ApiError(409, t("api.noPhoneCodes"), undefined, "no_channel");
    await takeFromShop(tx, shop);
    return { transaction, expiresInMs: limits.phoneCodeMs, resendAfterMs };
  });
}

/**
 * The group of an unknown browser. Once strangers have used up a number's codes or tries of the day, the networks from which its
 * account signed in have a few more.
 */
async function groupOfStrangers(tx: Writer, shop: Shop, { phone, net }: Asked, ownerId: string | undefined) {
  const { limits, clock } = shop;
  const isUsedUp = (quota: string, limit: number) => isDayUsedUp(tx, ofNumber(quota, phone, null), limit, clock.now());
  const isKnown = await knowsNetwork(tx, shop, ownerId, net);
  const hasCodes = !(await isUsedUp("phone-codes", limits.phoneCodesPerNumberAndDay));
  const hasTries = !(await isUsedUp("phone-tries", limits.phoneTriesPerNumberAndDay));
  return isKnown && !(hasCodes && hasTries) ? KNOWN_NETWORKS : null;
}

/** `group`: the hash of a known browser, KNOWN_NETWORKS, or null for strangers. */
type Turn = Asked & { group: string | null };

/** Counts the code for its number and network. @returns the time (ms) until the next one */
async function takeTurn(tx: Writer, { clock, limits }: Shop, { phone, net, userId, group }: Turn): Promise<number> {
  const now = clock.now();
  const ofNet = `phone-codes-net ${net}`;
  const isStranger = group === null || group === KNOWN_NETWORKS;
  const limit = group === KNOWN_NETWORKS ? limits.phoneCodesFromKnownNetworksPerDay : limits.phoneCodesPerNumberAndDay;
  // Checked first, because otherwise a refused network could fill the table with names.
  if (isStranger && (await isDayUsedUp(tx, ofNet, limits.phoneCodesPerNetAndDay, now))) throw tooManyCodes();
  // Also locks the number for simultaneous requests.
  const { used, endsAt } = await countInDay(tx, ofNumber("phone-codes", phone, group), now);
  if (used > limit) throw tooManyCodes();
  const waitAfter = (codes: number) => limits.phoneCodeWaitsMs[Math.min(codes, limits.phoneCodeWaitsMs.length) - 1]!;
  const unused = await findUnusedCodes(tx, phone, group);
  const waitMs = unused.count === 0 ? 0 : unused.lastAt + waitAfter(unused.count) - now;
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / 1000);
    throw new ApiError(429, t("api.phoneCodeWait", { count: seconds }), undefined, "wait", seconds);
  }
  const isWithin =
    (!isStranger || (await takeFromDay(tx, ofNet, limits.phoneCodesPerNetAndDay, now))) &&
    (userId === null || (await takeFromDay(tx, `phone-codes-user ${userId}`, limits.phoneCodesPerUserAndDay, now)));
  if (!isWithin) throw tooManyCodes();
  return used === limit ? endsAt - now : waitAfter(unused.count + 1);
}

/** Counts a code of the whole shop. Called last, because all other codes wait for it. Raises alarms against SMS pumping. */
async function takeFromShop(tx: Writer, { tenant, clock, limits, alarms }: Shop) {
  const limit = tenant.messages.codesPerDay;
  const now = clock.now();
  const { used, endsAt } = await countInDay(tx, ALL_CODES, now);
  if (used > limit) {
    alarms.raise({ tenantId: tenant.id, what: "phoneCodes", used, limit, endsAt });
    throw tooManyCodes();
  }
  const { atLeast, every, usedShare } = limits.phoneCodeAlarm;
  if (used < atLeast || used % every !== 0) return;
  const day = await countPhoneCodes(tx, now - DAY_MS);
  if (day.used >= day.sent * usedShare) return;
  alarms.raise({ tenantId: tenant.id, what: "unusedPhoneCodes", used: day.sent - day.used, limit: day.sent, endsAt });
}
