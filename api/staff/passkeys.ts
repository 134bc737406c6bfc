import type { RegistrationResponseJSON } from "@simplewebauthn/server";

import { ApiError, notFound } from "../base/error.ts";
import { isUniqueViolation } from "../db/database.ts";
import { listBrandsOf, lockMember } from "../repositories/staff/members.ts";
import { createPasskey, deletePasskey, listPasskeys } from "../repositories/staff/passkeys.ts";
import { append, lockTrail } from "./audit-trail.ts";
import { actorOf, type Member } from "./member.ts";
import { CHALLENGE_MS, createChallenge, isChallenge, useChallenge } from "./passkey-challenges.ts";
import { readCreation } from "./passkey-responses.ts";
import type { Staff } from "./staff.ts";
import { writeToOwners } from "./write-to-owners.ts";

const MAX_PASSKEYS = 10;
/** Ed25519, ECDSA with P-256, RSA: the algorithms of common devices. */
const ALGORITHMS = [-8, -7, -257];

/** Loaded when the first passkey is used: it has parsers for the certificates of every vendor. */
export const webAuthn = () => import("@simplewebauthn/server");

/** @throws ApiError 404 if the console is off: passkeys belong to its hostname */
export function findSite({ site }: Pick<Staff, "site">) {
  if (site === undefined) throw notFound();
  return site;
}

/** A member's passkeys, for their account's page. */
export async function showPasskeys({ db, site }: Staff, { id }: Member) {
  const passkeys = await listPasskeys(db.read, id);
  return {
    most: site === undefined ? 0 : MAX_PASSKEYS,
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({ id, name, created_at, used_at })),
  };
}

/**
 * The options with which a browser makes a passkey for a member. The member must have confirmed this before.
 * @throws ApiError 409 for a member with the most passkeys, 404 as findSite
 */
export async function beginPasskey(staff: Staff, { id, email, name, sessionId }: Member) {
  const { hostname } = findSite(staff);
  const mine = await listPasskeys(staff.db.read, id);
  if (mine.length >= MAX_PASSKEYS) throw tooManyPasskeys();
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: "Awning",
    rpID: hostname,
    userName: email,
    userDisplayName: name,
    userID: Uint8Array.from(Buffer.from(id, "base64url")),
    challenge: createChallenge(staff, `add ${sessionId}`),
    attestationType: "none",
    // One device holds one passkey of a member.
    excludeCredentials: mine.map(describeForBrowser),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_MS,
  });
}

/**
 * Adds the passkey that a browser made.
 * @throws ApiError 400 for one that was not made for this purpose, 409 for one too many and for a known one, 404 as findSite
 */
export async function addPasskey(staff: Staff, member: Member, name: string, text: string) {
  const { db, clock } = staff;
  const purpose = `add ${member.sessionId}` as const;
  const made = readCreation(text);
  const { hostname, origin } = findSite(staff);
  const { verifyRegistrationResponse } = await webAuthn();
  let challenge = "";
  const checked =
    made &&
    (await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge(signed) {
        challenge = signed;
        return isChallenge(staff, signed, purpose);
      },
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch((error: unknown) => {
      staff.log.info({ reason: (error as Error).message }, "a new passkey was refused");
      return undefined;
    }));
  if (checked?.verified !== true) throw notMade();
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  const passkey = { id, name, counter, publicKey: Buffer.from(publicKey).toString("base64url") };
  const { transports } = made!.response;
  try {
    const letters = await db.transaction(async (tx) => {
      await lockTrail(tx);
      await lockMember(tx, member.id);
      if (!(await useChallenge(tx, staff, challenge))) throw notMade();
      if ((await listPasskeys(tx, member.id)).length >= MAX_PASSKEYS) throw tooManyPasskeys();
      const act = { brand: null, act: "passkey.add", subject: member.email, after: { name } };
      await append(tx, staff, actorOf(member), act);
      await createPasskey(tx, { ...passkey, memberId: member.id, transports, now: clock.now() });
      const { email } = member;
      return writeToOwners(tx, staff, {
        email,
        brands: await listBrandsOf(tx, member.id),
        subject: `${email} has a new passkey`,
        sentence: `${email} has added a passkey, which signs in without a password.`,
      });
    });
    staff.mail?.tell(letters);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError(409, "This passkey is in use already.");
    throw error;
  }
}

/** Removes a passkey of a member. Sessions that it opened continue. @throws ApiError 404 for one that the member does not have */
export const removePasskey = (staff: Staff, member: Member, id: string) =>
  staff.db.transaction(async (tx) => {
    await lockTrail(tx);
    await lockMember(tx, member.id);
    const passkey = (await listPasskeys(tx, member.id)).find((mine) => mine.id === id);
    if (passkey === undefined) throw notFound();
    const act = { brand: null, act: "passkey.remove", subject: member.email, before: { name: passkey.name } };
    await append(tx, staff, actorOf(member), act);
    await deletePasskey(tx, member.id, id);
  });

/** Describes a passkey for browsers. */
export const describeForBrowser = ({ id, transports }: { id: string; transports: string }) => ({
  id,
  transports: JSON.parse(transports) as ("internal" | "usb")[],
});

const tooManyPasskeys = () => new ApiError(409, `You have ${MAX_PASSKEYS} passkeys, the most. Remove one first.`);

const notMade = () =>
  new ApiError(400, "The browser's passkey was not accepted, or it took longer than five minutes. Please try again.");
