import type { Reader, Writer } from "../db/database.ts";
import { createToken, hashToken, randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { takeFromDay } from "../repositories/daily-quotas.ts";
import {
  deleteDevicesOf,
  findDevice,
  hasAnyDevice,
  hasDevice,
  pruneDevices,
  saveDevice,
  type SeenDevice,
} from "../repositories/devices.ts";
import { getUser } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";

/** A browser as a request shows it: the device token that it brought, if any, and its name. */
export type Browser = { token: string | undefined; client: string };

/**
 * The hash of the browser's token where somebody has logged in to this account on it before, so that its tries and resets
 * do not count with those of strangers.
 */
export async function recogniseDevice(db: Reader, token: string | undefined, userId: string | undefined) {
  if (token === undefined) return undefined;
  const hash = hashToken(token);
  // Also for a name that nobody has, or the time it takes would tell.
  const device = await findDevice(db, { hash, userId: userId ?? "" });
  return device && device.last_seen_at !== null ? hash : undefined;
}

/** The browser's own token if this shop gave it, whichever account it was for; else a new one. */
export async function tokenForBrowser(db: Reader, brought: string | undefined): Promise<string> {
  return brought !== undefined && (await hasDevice(db, hashToken(brought))) ? brought : createToken();
}

/** Notes a login with the right password; where the account had other devices only, its owner is told by mail. */
export async function rememberLogin(tx: Writer, shop: Shop, userId: string, { token: brought, client }: Browser) {
  const { clock, limits, tenant } = shop;
  const now = clock.now();
  const token = await tokenForBrowser(tx, brought);
  const hash = hashToken(token);
  const isNew = (await findDevice(tx, { hash, userId })) === undefined;
  const { email_verified_at: provenAt } = await getUser(tx, userId);
  // Nobody is told at an address that is not proven, or strangers would have mail sent.
  const isNotice = isNew && tenant.security.loginNotice && provenAt !== null && (await hasAnyDevice(tx, userId));
  await saveDevice(tx, { hash, userId, client, now });
  await pruneDevices(tx, { hash, userId }, { unseenSince: now - limits.deviceMs, most: limits.devicesPerUser });
  if (isNotice && (await takeFromDay(tx, `new-device ${userId}`, limits.newDeviceMailsPerUserAndDay, now))) {
    const contents = { userId, client, at: now };
    await queueSealedMail(tx, shop, { kind: "new-device", about: randomId(), contents });
  }
  return { token, hash };
}

type ResetDevice = Omit<SeenDevice, "hash"> & { hash: string | null };

/** After a reset the account knows only the device on which the mailed code was typed, if any, and that one is confirmed. */
export async function trustOnly(tx: Writer, { hash, ...seen }: ResetDevice) {
  await deleteDevicesOf(tx, seen.userId);
  if (hash !== null) await saveDevice(tx, { hash, ...seen }, true);
}
