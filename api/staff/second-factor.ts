import { randomInt } from "node:crypto";

import { Secret, TOTP } from "otpauth";

import { STAFF_ID } from "../db/migrations/staff.ts";
import type { StaffWriter } from "../db/staff-schema.ts";
import { seal, unseal } from "../domain/encryption.ts";
import { hashToken } from "../domain/tokens.ts";
import { setTotpStep, takeRecoveryCode } from "../repositories/staff/members.ts";
import type { Staff } from "./staff.ts";

const ISSUER = "Awning";
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
/** 79 bits: too many to find the code of a stored hash by trial. */
const CODE_LENGTH = 16;
/** The length of older codes, which stay valid until they are used or renewed. */
const FORMER_LENGTH = 10;

const sealedFor = (owner: string) => ({ tenantId: STAFF_ID, id: owner });

/** A new secret for an authenticator app (RFC 6238, SHA-1, 6 digits, 30 s), encrypted for its owner. */
export function createTotpSecret({ keys }: Staff, owner: string): string {
  return seal(keys, "totp", new Secret({ size: 20 }).base32, sealedFor(owner));
}

/** The input for the app: the secret, and the same as a link for a QR code. */
export function showTotpSecret({ keys }: Staff, sealed: string, owner: string, email: string) {
  const secret = unseal(keys, "totp", sealed, sealedFor(owner));
  return { secret, uri: totpOf(secret, email).toString() };
}

/** Encrypts an invitation's secret for the new member. */
export const handOverSecret = ({ keys }: Staff, sealed: string, from: string, to: string) =>
  seal(keys, "totp", unseal(keys, "totp", sealed, sealedFor(from)), sealedFor(to));

/** The time step of a right code, one step early or late; undefined for a wrong one. */
export function findTotpStep({ keys, clock }: Staff, sealed: string, owner: string, code: string) {
  const timestamp = clock.now();
  const totp = totpOf(unseal(keys, "totp", sealed, sealedFor(owner)), "");
  const delta = totp.validate({ token: code, timestamp, window: 1 });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });

type Owner = { id: string; totp_secret: string | null; totp_step: number };

/** The proof that a member has given, in the words of the audit. */
type Factor = "app" | "recovery code" | "no code";

/** Uses up a code of the app, or a recovery code. Returns undefined for a wrong or used one. `member` is locked. */
export async function useCode(
  tx: StaffWriter,
  staff: Staff,
  member: Owner,
  typed: string,
): Promise<Factor | undefined> {
  if (member.totp_secret === null) return staff.isDemo() ? "no code" : undefined;
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, "");
  if (code.length === CODE_LENGTH || code.length === FORMER_LENGTH)
    return (await takeRecoveryCode(tx, member.id, hashToken(code))) ? "recovery code" : undefined;
  const step = findTotpStep(staff, member.totp_secret, member.id, code);
  if (step === undefined || step <= member.totp_step) return undefined;
  await setTotpStep(tx, member.id, step);
  return "app";
}

/** New one-time codes for a lost phone, in the form in which they are shown once: "abcd-efgh-jkmn-pqrs". */
export const createRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    return code.match(/.{4}/g)!.join("-");
  });

export const hashRecoveryCode = (code: string) => hashToken(code.replaceAll("-", ""));
