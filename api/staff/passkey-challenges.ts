import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

import type { StaffWriter } from "../db/staff-schema.ts";
import type { TenantKey } from "../domain/keys.ts";
import { burnChallenge } from "../repositories/staff/passkeys.ts";
import type { Staff } from "./staff.ts";

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const MAC_BYTES = 16;

/** The time in which a challenge can be signed and sent. */
export const CHALLENGE_MS = 5 * 60_000;

/** The purpose of a challenge: signing in, or one action of one session. */
export type Purpose = "sign-in" | `add ${string}` | `confirm ${string}`;

type Keyed = Pick<Staff, "keys" | "clock">;

/**
 * A challenge for a passkey. Its MAC covers its purpose and its end, so that nothing is stored before its use. Strangers who
 * request many cannot fill the database.
 */
export function createChallenge({ keys, clock }: Keyed, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const head = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
  head.writeUIntBE(clock.now() + CHALLENGE_MS, RANDOM_BYTES, TIME_BYTES);
  return Uint8Array.from(Buffer.concat([head, macOf(keys.current("passkey-challenge"), head, purpose)]));
}

/** True if `challenge` (base64url) was made for this purpose and has not expired. */
export function isChallenge({ keys, clock }: Keyed, challenge: string, purpose: Purpose): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  const [head, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
  if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES || bytes.toString("base64url") !== challenge) return false;
  const isOurs = keys.all("passkey-challenge").some((key) => timingSafeEqual(mac, macOf(key, head, purpose)));
  return isOurs && endOf(challenge) > clock.now();
}

/** Uses a challenge up; false if it was used before. */
export const useChallenge = (tx: StaffWriter, { clock }: Keyed, challenge: string) =>
  burnChallenge(tx, challenge, endOf(challenge), clock.now());

const endOf = (challenge: string) => Buffer.from(challenge, "base64url").readUIntBE(RANDOM_BYTES, TIME_BYTES);

const macOf = ({ secret }: TenantKey, head: Buffer, purpose: Purpose) =>
  createHmac("sha256", secret).update(head).update(purpose).digest().subarray(0, MAC_BYTES);
