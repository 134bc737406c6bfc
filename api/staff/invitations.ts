import { isUniqueViolation } from "../db/database.ts";
import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { type Grant, isRole } from "../domain/roles.ts";
import { createToken, hashToken, randomId } from "../domain/tokens.ts";
import { ApiError, notFound } from "../error.ts";
import {
  createInvitation,
  deleteInvitation,
  findInvitation,
  lockInvitation,
  withdrawInvitation,
} from "../repositories/staff/invitations.ts";
import {
  addGrant,
  createMember,
  findMemberByEmail,
  setCredentials,
  setRecoveryCodes,
  setTotpStep,
} from "../repositories/staff/members.ts";
import { endStaffSessionsOf, openStaffSession } from "../repositories/staff/staff-sessions.ts";
import { type Actor, append } from "./audit-trail.ts";
import {
  createRecoveryCodes,
  createTotpSecret,
  findTotpStep,
  handOverSecret,
  hashRecoveryCode,
  showTotpSecret,
} from "./second-factor.ts";
import type { Staff } from "./staff.ts";

const INVITATION_MS = 3 * 24 * 60 * 60_000;
const MIN_PASSWORD_LENGTH = 12;

/**
 * Invites somebody to a role. A member gets the role at once. @returns the one-time link's token; undefined for a member
 */
export function invite(staff: Staff, actor: Actor, email: string, grant: Grant): Promise<string | undefined> {
  const { db, clock } = staff;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const known = await findMemberByEmail(tx, email);
    const act = { brand: grant.brand, subject: email, after: grant };
    if (known !== undefined) {
      await append(tx, actor, { ...act, act: "staff.grant" }, now);
      await addGrant(tx, known.id, grant);
      return undefined;
    }
    await append(tx, actor, { ...act, act: "staff.invite" }, now);
    return addInvitation(tx, staff, { email, invitedBy: actor.name, ...grant, memberId: null });
  });
}

/** A link with which a member sets a new password and a new app. Their sessions end when it is used. */
export function inviteAgain(staff: Staff, actor: Actor, email: string): Promise<string> {
  const { db, clock } = staff;
  return db.transaction(async (tx) => {
    const known = await findMemberByEmail(tx, email);
    if (known === undefined) throw notFound();
    await append(tx, actor, { brand: null, act: "staff.reset", subject: email }, clock.now());
    return addInvitation(tx, staff, {
      ...{ email: known.email, invitedBy: actor.name },
      ...{ role: "", brand: "", memberId: known.id },
    });
  });
}

type Invited = { email: string; invitedBy: string; role: string; brand: string; memberId: string | null };

async function addInvitation(tx: Parameters<typeof createInvitation>[0], staff: Staff, invited: Invited) {
  const token = createToken();
  const now = staff.clock.now();
  const totpSecret = createTotpSecret(staff, hashToken(token));
  await createInvitation(tx, { ...invited, token, totpSecret, now, expiresAt: now + INVITATION_MS });
  return token;
}

/** Makes the link of an invitation useless. @throws ApiError 404 where nobody with this address is invited */
export const withdraw = ({ db, clock }: Staff, actor: Actor, email: string) =>
  db.transaction(async (tx) => {
    await append(tx, actor, { brand: null, act: "staff.withdraw", subject: email }, clock.now());
    if (!(await withdrawInvitation(tx, email))) throw notFound();
  });

/** What an invitation's page shows. @throws ApiError 404 for one that is unknown, used or expired */
export async function showInvitation(staff: Staff, token: string) {
  const invitation = await findInvitation(staff.db.read, token, staff.clock.now());
  if (invitation === undefined) throw notFound();
  const { email, role, brand, totp_secret, token_hash, member_id } = invitation;
  return { email, role, brand, isReset: member_id !== null, ...showTotpSecret(staff, totp_secret, token_hash, email) };
}

type Acceptance = { token: string; name: string; password: string; code: string; net: string; client: string };

/**
 * Makes the invited person a member, or gives a member a new password and app. @returns the token of a session, and the
 * recovery codes, which are shown once
 * @throws ApiError 400 with a text for each field, 404 for an invitation that is unknown, used or expired
 */
export async function acceptInvitation(staff: Staff, { token, name, password, code, net, client }: Acceptance) {
  const { db, clock, passwords } = staff;
  const invitation = await findInvitation(db.read, token, clock.now());
  if (invitation === undefined) throw notFound();
  const problem = await findPasswordProblem(staff, password, invitation.email);
  if (problem !== undefined) throw new ApiError(400, problem, { password: problem });
  const step = findTotpStep(staff, invitation.totp_secret, invitation.token_hash, code.replaceAll(/\s/g, ""));
  if (step === undefined) throw new ApiError(400, WRONG_CODE, { code: WRONG_CODE });
  const passwordHash = await passwords.hash(password, net);
  const recoveryCodes = createRecoveryCodes();
  try {
    const session = await db.transaction(async (tx) => {
      const locked = await lockInvitation(tx, token, clock.now());
      if (locked === undefined) throw notFound();
      const { email, role, brand, token_hash, member_id } = locked;
      const now = clock.now();
      await deleteInvitation(tx, token_hash);
      const memberId = member_id ?? randomId();
      const totpSecret = handOverSecret(staff, locked.totp_secret, token_hash, memberId);
      await append(tx, { name: email, origin: net }, { brand: null, act: "staff.accept", subject: email }, now);
      if (member_id === null) {
        await createMember(tx, { email, name, passwordHash, totpSecret, now }, memberId);
        if (isRole(role)) await addGrant(tx, memberId, { role, brand });
      } else {
        await setCredentials(tx, memberId, passwordHash, totpSecret);
        await endStaffSessionsOf(tx, memberId);
      }
      await setTotpStep(tx, memberId, step);
      await setRecoveryCodes(tx, memberId, recoveryCodes.map(hashRecoveryCode));
      return openStaffSession(tx, { memberId, client, now });
    });
    return { token: session, recoveryCodes };
  } catch (error) {
    if (isUniqueViolation(error)) throw notFound(); // somebody else accepted an invitation to the same address
    throw error;
  }
}

const WRONG_CODE = "This code is wrong. Check the clock of your phone, and enter the code that the app shows now.";

async function findPasswordProblem({ passwords }: Staff, password: string, email: string) {
  if ([...password].length < MIN_PASSWORD_LENGTH) return `Choose at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (password.length > MAX_PASSWORD_LENGTH) return `Choose at most ${MAX_PASSWORD_LENGTH} characters.`;
  if (!password.isWellFormed()) return "The password has characters that cannot be stored.";
  if (password.toLowerCase() === email.toLowerCase()) return "Choose a password that is not your e-mail address.";
  if (await passwords.isCommon(password)) return "This password is too common. Choose another one.";
  return undefined;
}
