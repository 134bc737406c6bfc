import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import type { TenantKey } from "../domain/keys.ts";
import type { Staff } from "./staff.ts";

const RANDOM_BYTES = 16;
const MAC_BYTES = 16;

type MemberOf = { id: string; password_hash: string };

/**
 * A token for a browser that has signed a member in, so that strangers who try passwords cannot lock the member out in it.
 * Nothing is stored: its MAC covers the member and the password, so that a new password makes it useless.
 */
export function createBrowserToken({ keys }: Pick<Staff, "keys">, member: MemberOf): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, macOf(keys.current("staff-browser"), random, member)]).toString("base64url");
}

/** @returns the key by which this browser's attempts are counted; undefined if the token was not made for this member */
export function recogniseBrowser(
  { keys }: Pick<Staff, "keys">,
  token: string | undefined,
  member: MemberOf | undefined,
): string | undefined {
  if (token === undefined || member === undefined) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const [random, mac] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)];
  if (mac.length !== MAC_BYTES) return undefined;
  const isOurs = keys.all("staff-browser").some((key) => timingSafeEqual(mac, macOf(key, random, member)));
  return isOurs ? random.toString("base64url") : undefined;
}

const macOf = ({ secret }: TenantKey, random: Buffer, { id, password_hash }: MemberOf) =>
  createHmac("sha256", secret).update(random).update(`${id} ${password_hash}`).digest().subarray(0, MAC_BYTES);
