import type { Browser } from "../accounts/devices.ts";
import { ApiError, notFound, tooMany } from "../base/error.ts";
import { isUniqueViolation } from "../db/database.ts";
import type { StaffReader, StaffWriter } from "../db/staff-schema.ts";
import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { covers, EVERY_BRAND, type Grant, isRole, isWithin, mayGive, scopeOf } from "../domain/roles.ts";
import { createToken, hashToken, randomId } from "../domain/tokens.ts";
import type { Actor } from "../ports/audit.ts";
import {
  createInvitation,
  deleteInvitation,
  findInvitation,
  findInvitationTo,
  listInvitationsTo,
  lockInvitation,
} from "../repositories/staff/invitations.ts";
import {
  addGrant,
  createMember,
  findMemberByEmail,
  listBrandsOf,
  listGrants,
  setCredentials,
  setRecoveryCodes,
  setTotpStep,
} from "../repositories/staff/members.ts";
import { deletePasskeysOf } from "../repositories/staff/passkeys.ts";
import { endStaffSessionsOf, openStaffSession } from "../repositories/staff/staff-sessions.ts";
import { append, commandLine, lockTrail } from "./audit-trail.ts";
import { createBrowserToken } from "./known-browsers.ts";
import {
  createRecoveryCodes,
  createTotpSecret,
  findTotpStep,
  handOverSecret,
  hashRecoveryCode,
  showTotpSecret,
} from "./second-factor.ts";
import { signIn } from "./sign-in.ts";
import type { Staff } from "./staff.ts";
import { brandOf, findManaged, isVouchedIn, managerOf, noSuchBrand } from "./staff-scope.ts";
import { writeToOwners } from "./write-to-owners.ts";

const INVITATION_MS = 3 * 24 * 60 * 60_000;
const MIN_PASSWORD_LENGTH = 12;

/**
 * Invites somebody to a role; again to the same role replaces the link. A member with a role in that brand gets the new role at
 * once. The same holds for a member with a role in all brands, if the actor manages all. @returns the one-time link's token;
 * undefined for such a member
 * @throws ApiError 400 for a brand whose staff the actor does not manage, 409 if the address is invited to another role of the
 * brand, which a second link would replace
 */
export function invite(staff: Staff, actor: Actor, email: string, grant: Grant): Promise<string | undefined> {
  const { db, clock } = staff;
  return db.transaction(async (tx) => {
    const now = clock.now();
    await lockTrail(tx);
    const manager = await managerOf(tx, actor);
    if (!mayGive(manager.held, grant)) throw noSuchBrand();
    const known = await findMemberByEmail(tx, email);
    const act = { brand: grant.brand, subject: email, after: grant };
    // Any other member gets a link like a stranger, so that the membership stays secret. They also confirm with their password,
    // because another brand's owner may have opened this address's account.
    if (known !== undefined && isVouchedIn(await listBrandsOf(tx, known.id), grant.brand, manager)) {
      await append(tx, staff, actor, { ...act, act: "staff.grant" });
      await addGrant(tx, known.id, grant);
      return undefined;
    }
    const open = await findInvitationTo(tx, email, grant.brand, now);
    if (open !== undefined && open.role !== grant.role) throw invitedAlready(open.role);
    await append(tx, staff, actor, { ...act, act: "staff.invite" });
    return addInvitation(tx, staff, { email, invitedBy: actor.name, ...grant, memberId: null });
  });
}

function invitedAlready(role: string) {
  const text = `This address is invited as ${role}. Give it another role once it has joined, or withdraw that invitation first.`;
  return new ApiError(409, text, { email: text });
}

/** A link with which a member sets a new password and a new app. Their sessions and passkeys end when it is used. */
export async function inviteAgain(staff: Staff, actor: Actor, email: string, reason?: string): Promise<string> {
  const { token, letters } = await staff.db.transaction(async (tx) => {
    await lockTrail(tx);
    const known = await findManaged(tx, await managerOf(tx, actor), email);
    const act = { brand: brandOf(known.brands), act: "staff.reset", subject: known.email, reason };
    await append(tx, staff, actor, act);
    const letters = await writeToOwners(tx, staff, {
      email: known.email,
      brands: known.brands,
      subject: `A new link for ${known.email}`,
      sentence: `${actor.name} has made a link with which ${known.email} sets a new password and a new app.`,
    });
    const token = await addInvitation(tx, staff, {
      email: known.email,
      invitedBy: actor.name,
      role: "",
      brand: "",
      memberId: known.id,
    });
    return { token, letters };
  });
  staff.mail?.tell(letters);
  return token;
}

type Invited = { email: string; invitedBy: string; role: string; brand: string; memberId: string | null };

async function addInvitation(tx: Parameters<typeof createInvitation>[0], staff: Staff, invited: Invited) {
  const token = createToken();
  const now = staff.clock.now();
  const totpSecret = createTotpSecret(staff, hashToken(token));
  await createInvitation(tx, { ...invited, token, totpSecret, now, expiresAt: now + INVITATION_MS });
  return token;
}

/**
 * Invalidates the links of an address: the one to a brand, or all that the actor may manage. @throws ApiError 404 if there is
 * none
 */
export const withdraw = (staff: Staff, actor: Actor, email: string, brand?: string) =>
  staff.db.transaction(async (tx) => {
    await lockTrail(tx);
    const { scope } = await managerOf(tx, actor);
    const withdrawn: string[] = [];
    for (const { token_hash, brand: to, member_id: memberId } of await listInvitationsTo(tx, email)) {
      if (brand !== undefined && brand !== to) continue;
      if (memberId === null ? !isWithin(scope, to) : !covers(scope, await listBrandsOf(tx, memberId))) continue;
      await deleteInvitation(tx, token_hash);
      withdrawn.push(to);
    }
    if (withdrawn.length === 0) throw notFound();
    await append(tx, staff, actor, { brand: brandOf(withdrawn) || null, act: "staff.withdraw", subject: email });
  });

type Link = { invited_by: string; role: string; brand: string; member_id: string | null };

/**
 * True if the link's maker may still give its role: they may have lost their role, or the member may have got roles elsewhere.
 */
async function isStillGiven(db: StaffReader, { invited_by, role, brand, member_id: memberId }: Link): Promise<boolean> {
  if (invited_by === commandLine().name) return true;
  const maker = await findMemberByEmail(db, invited_by);
  if (maker === undefined || maker.disabled_at !== null) return false;
  const held = await listGrants(db, maker.id);
  if (memberId === null) return !isRole(role) || mayGive(held, { role, brand });
  const scope = scopeOf(held, "staff.manage");
  return scope !== undefined && covers(scope, await listBrandsOf(db, memberId));
}

/** The contents of the invitation page. @throws ApiError 404 for one that is unknown, used or expired */
export async function showInvitation(staff: Staff, token: string) {
  const invitation = await findInvitation(staff.db.read, token, staff.clock.now());
  if (invitation === undefined || !(await isStillGiven(staff.db.read, invitation))) throw notFound();
  const { email, role, brand, totp_secret, token_hash, member_id } = invitation;
  return { email, role, brand, isReset: member_id !== null, ...showTotpSecret(staff, totp_secret, token_hash, email) };
}

type Acceptance = { token: string; name: string; password: string; code: string; net: string; browser: Browser };

/**
 * Makes the invited person a member, or gives a member a new password and app. An existing member proves their identity with
 * their password and app, which stay, and gets the role. @returns the tokens of a session and of the browser, and the recovery
 * codes, which are shown once; none if the app stays
 * @throws ApiError 400 with a text for each field, 404 for an invitation that is unknown, used, expired, or no longer within its
 * maker's permissions, 429 beyond the limits
 */
export async function acceptInvitation(staff: Staff, acceptance: Acceptance) {
  const { token, name, password, code, net, browser } = acceptance;
  const { db, clock, passwords, loginLimiter } = staff;
  const invitation = await findInvitation(db.read, token, clock.now());
  if (invitation === undefined || !(await isStillGiven(db.read, invitation))) throw notFound();
  const problem = await findPasswordProblem(staff, password, invitation.email);
  if (problem !== undefined) throw new ApiError(400, problem, { password: problem });
  const isMember = invitation.member_id === null && (await findMemberByEmail(db.read, invitation.email)) !== undefined;
  if (isMember) return joinAsMember(staff, invitation.email, acceptance);
  // Counts and hashes as for a member who signs in, so that neither tries nor time reveal a member.
  const { email } = invitation;
  const isCounted = invitation.member_id === null;
  if (isCounted && !(await loginLimiter.tryLogin(email, net))) throw tooMany("attempts to sign in");
  const passwordHash = await passwords.hash(password, net);
  const step = findTotpStep(staff, invitation.totp_secret, invitation.token_hash, code.replaceAll(/\s/g, ""));
  if (step === undefined) throw new ApiError(400, WRONG_CODE, { code: WRONG_CODE });
  const recoveryCodes = createRecoveryCodes();
  try {
    const { tokens, letters } = await db.transaction(async (tx) => {
      const used = await useInvitation(tx, staff, token, net);
      const { role, brand, token_hash, member_id } = used;
      const now = clock.now();
      const memberId = member_id ?? randomId();
      const totpSecret = handOverSecret(staff, used.totp_secret, token_hash, memberId);
      if (member_id === null) {
        await createMember(tx, { email, name, passwordHash, totpSecret, now }, memberId);
        if (isRole(role)) await addGrant(tx, memberId, { role, brand });
      } else {
        await setCredentials(tx, memberId, passwordHash, totpSecret);
        await deletePasskeysOf(tx, memberId);
        await endStaffSessionsOf(tx, memberId);
      }
      await setTotpStep(tx, memberId, step);
      await setRecoveryCodes(tx, memberId, recoveryCodes.map(hashRecoveryCode));
      const session = await openStaffSession(tx, { memberId, client: browser.client, now });
      const device = createBrowserToken(staff, { id: memberId, password_hash: passwordHash });
      return { tokens: { token: session, device }, letters: used.letters };
    });
    staff.mail?.tell(letters);
    if (isCounted) await loginLimiter.loginSucceeded(email, net);
    return { ...tokens, recoveryCodes };
  } catch (error) {
    if (isUniqueViolation(error)) throw notFound(); // somebody else accepted an invitation to the same address
    throw error;
  }
}

/** Gives a member of other brands the role, once they have signed in. */
async function joinAsMember(staff: Staff, email: string, { token, password, code, net, browser }: Acceptance) {
  const signedIn = await signIn(staff, { email, password, code, net, browser }).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    // Another request with the link at the same moment has made the member, and used up the code.
    if ((await findInvitation(staff.db.read, token, staff.clock.now())) === undefined) throw notFound();
    // The same text as for a stranger.
    throw new ApiError(400, WRONG_CODE, { code: WRONG_CODE });
  });
  const letters = await staff.db.transaction(async (tx) => {
    const { role, brand, letters } = await useInvitation(tx, staff, token, net);
    const member = await findMemberByEmail(tx, email);
    if (member !== undefined && isRole(role)) await addGrant(tx, member.id, { role, brand });
    return letters;
  });
  staff.mail?.tell(letters);
  return { ...signedIn, recoveryCodes: [] };
}

/** Uses up the link, records the new member, and composes letters to the owners. @throws ApiError 404 as acceptInvitation */
async function useInvitation(tx: StaffWriter, staff: Staff, token: string, net: string) {
  // First, because the rows that are checked next may be changing.
  await lockTrail(tx);
  const locked = await lockInvitation(tx, token, staff.clock.now());
  if (locked === undefined || !(await isStillGiven(tx, locked))) throw notFound();
  const { email, role, brand, token_hash, member_id: memberId, invited_by: maker } = locked;
  await deleteInvitation(tx, token_hash);
  const act = { brand: brand === "" ? null : brand, act: "staff.accept", subject: email };
  await append(tx, staff, { name: email, origin: net }, act);
  const where = brand === EVERY_BRAND ? "all brands" : brand;
  const event =
    memberId === null
      ? {
          brands: [brand],
          subject: `${email} has joined the console`,
          sentence: `${email} is ${role} of ${where} now.`,
        }
      : {
          brands: await listBrandsOf(tx, memberId),
          subject: `${email} has a new password`,
          sentence: `${email} has set a new password and a new app.`,
        };
  const sentence = `${event.sentence} The link was made by ${maker}.`;
  return { ...locked, letters: await writeToOwners(tx, staff, { ...event, email, sentence }) };
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
