import type { Reader, Writer } from "../db/database.ts";
import { createToken, hashToken, randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import {
  deleteDevicesOf,
  findDevice,
  hasAnyDevice,
  hasDevice,
  insertClaimedDevice,
  pruneDevices,
  saveDevice,
  type SeenDevice,
} from "../repositories/accounts/devices.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { takeFromDay } from "../repositories/limits/daily-quotas.ts";
import type { Shop } from "../shop/shop.ts";

/** `token`: the device token in the request. `client`: the browser's name. */
export type Browser = { token: string | undefined; client: string };

/**
 * Recognises a browser on which somebody has logged in to this account before. Its tries and resets are counted apart from
 * those of strangers.
 * @returns the hash of its token, or undefined
 */
export async function recogniseDevice(db: Reader, token: string | undefined, userId: string | undefined) {
  if (token === undefined) return undefined;
  const hash = hashToken(token);
  // Also for an unknown name, so that the time of the answer does not reveal an existing name.
  const device = await findDevice(db, { hash, userId: userId ?? "" });
  return device && device.last_seen_at !== null ? hash : undefined;
}

/** The browser's token, if this shop issued it for any account; else a new one. */
export async function tokenForBrowser(db: Reader, brought: string | undefined): Promise<string> {
  return brought !== undefined && (await hasDevice(db, hashToken(brought))) ? brought : createToken();
}

/**
 * `confirmed`: the first browser of a new account. `claimed`: a browser whose shopper claims an account of long ago; it is no
 * known device until it is confirmed.
 */
export type SeenAs = "seen" | "confirmed" | "claimed";

/** `isByPhone`: with a code that was sent to the account's number. */
export type LoginManner = { seenAs?: SeenAs; isByPhone?: boolean };

/** Records a successful login. A new device causes a mail to the owner, if the account has others. */
export async function rememberLogin(
  tx: Writer,
  shop: Shop,
  userId: string,
  { token: brought, client }: Browser,
  { seenAs = "seen", isByPhone }: LoginManner = {},
) {
  const { clock, limits, tenant } = shop;
  const now = clock.now();
  const token = await tokenForBrowser(tx, brought);
  const hash = hashToken(token);
  const isNew = (await findDevice(tx, { hash, userId })) === undefined;
  const { email_verified_at: provenAt } = await getUser(tx, userId);
  // No mail to an unproven address, because strangers could make the shop send mail to anybody.
  const isNotice = isNew && tenant.security.loginNotice && provenAt !== null && (await hasAnyDevice(tx, userId));
  if (seenAs === "claimed") await insertClaimedDevice(tx, { hash, userId, client, now });
  else await saveDevice(tx, { hash, userId, client, now }, seenAs === "confirmed");
  await pruneDevices(tx, { hash, userId }, { unseenSince: now - limits.deviceMs, most: limits.devicesPerUser });
  if (isNotice && (await takeFromDay(tx, `new-device ${userId}`, limits.newDeviceMailsPerUserAndDay, now))) {
    const contents = { userId, client, at: now, isByPhone };
    await queueSealedMail(tx, shop, { kind: "new-device", about: randomId(), contents });
  }
  return { token, hash };
}

type ResetDevice = Omit<SeenDevice, "hash"> & { hash: string | null };

/** Deletes all devices of an account after a reset, and confirms the one on which the mailed code was typed. */
export async function trustOnly(tx: Writer, { hash, ...seen }: ResetDevice) {
  await deleteDevicesOf(tx, seen.userId);
  if (hash !== null) await saveDevice(tx, { hash, ...seen }, true);
}
