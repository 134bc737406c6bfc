import type { StaffWriter } from "../db/staff-schema.ts";
import { findPasskey, listPasskeys, notePasskeyUse } from "../repositories/staff/passkeys.ts";
import type { Member } from "./member.ts";
import { CHALLENGE_MS, createChallenge, isChallenge, type Purpose, useChallenge } from "./passkey-challenges.ts";
import { readUse } from "./passkey-responses.ts";
import { describeForBrowser, findSite, webAuthn } from "./passkeys.ts";
import type { Staff } from "./staff.ts";

/**
 * The options with which a browser requests a passkey. Without a member, the browser offers all its passkeys for the console.
 * @throws ApiError 404 if the console is off
 */
export async function requestPasskey(staff: Staff, member?: Member) {
  const { hostname } = findSite(staff);
  const mine = member === undefined ? [] : await listPasskeys(staff.db.read, member.id);
  const purpose: Purpose = member === undefined ? "sign-in" : `confirm ${member.sessionId}`;
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: hostname,
    challenge: createChallenge(staff, purpose),
    allowCredentials: mine.map(describeForBrowser),
    userVerification: "required",
    timeout: CHALLENGE_MS,
  });
}

export type CheckedPasskey = Exclude<Awaited<ReturnType<typeof checkPasskey>>, undefined>;

/**
 * Checks a passkey's answer: the challenge, the console's origin and id, the device's verification of its owner, the signature
 * and its counter. Then `takePasskey` uses it up. @returns undefined if any of it is wrong
 */
export async function checkPasskey(staff: Staff, text: string, purpose: Purpose) {
  const answer = readUse(text);
  if (answer === undefined) return undefined;
  const passkey = await findPasskey(staff.db.read, answer.id);
  if (passkey === undefined || (answer.response.userHandle ?? passkey.member_id) !== passkey.member_id)
    return undefined;
  const { hostname, origin } = findSite(staff);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { clientDataJSON, authenticatorData, signature } = answer.response;
  let challenge = "";
  const checked = await verifyAuthenticationResponse({
    response: { ...answer, response: { clientDataJSON, authenticatorData, signature }, clientExtensionResults: {} },
    expectedChallenge(signed) {
      challenge = signed;
      return isChallenge(staff, signed, purpose);
    },
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: { id: passkey.id, publicKey: toBytes(passkey.public_key), counter: passkey.counter },
  }).catch((error: unknown) => {
    staff.log.info({ reason: (error as Error).message }, "a passkey was refused");
    return undefined;
  });
  if (checked?.verified !== true) return undefined;
  return { passkey, challenge, counter: checked.authenticationInfo.newCounter };
}

/** Uses up the challenge and records the use. Returns false if either is no longer valid. */
export async function takePasskey(tx: StaffWriter, staff: Staff, { passkey, challenge, counter }: CheckedPasskey) {
  if (!(await useChallenge(tx, staff, challenge))) return false;
  return notePasskeyUse(tx, passkey, counter, staff.clock.now());
}

const toBytes = (base64url: string) => Uint8Array.from(Buffer.from(base64url, "base64url"));
