import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { ApiError, isTooBusy, tooMany } from "../error.ts";
import { findMemberByEmail, lockMember } from "../repositories/staff/members.ts";
import { endStaffSession, noteCode, openStaffSession } from "../repositories/staff/staff-sessions.ts";
import { append } from "./audit-trail.ts";
import type { Member } from "./member.ts";
import { useCode } from "./second-factor.ts";
import type { Staff } from "./staff.ts";

type SignIn = { email: string; password: string; code: string; net: string; client: string };

/** One text for all, so that nobody learns who is a member or what was right. */
const wrong = () => new ApiError(400, "The e-mail address, the password or the code is wrong.");

/**
 * Opens a session for an address, its password and a code of its app or a recovery code. @returns the session's token
 * @throws ApiError 400 for what is wrong, 429 beyond the limits
 */
export async function signIn(staff: Staff, { email, password, code, net, client }: SignIn): Promise<string> {
  const { db, clock, passwords, loginLimiter } = staff;
  if (!(await loginLimiter.tryLogin(email, net))) throw tooMany("attempts to sign in");
  if (password.length > MAX_PASSWORD_LENGTH) throw wrong();
  const found = await findMemberByEmail(db.read, email);
  const verdict = await passwords.verify(found?.password_hash, password, net).catch(async (error: unknown) => {
    if (isTooBusy(error)) await loginLimiter.giveBack(email, net);
    throw error;
  });
  if (found === undefined || verdict === "wrong") throw wrong();
  const token = await db.transaction(async (tx) => {
    const member = await lockMember(tx, found.id);
    // A new password may have come between.
    if (member === undefined || member.disabled_at !== null || member.password_hash !== found.password_hash)
      return undefined;
    if (!(await useCode(tx, staff, member, code))) return undefined;
    const now = clock.now();
    await append(tx, { name: member.email, origin: net }, { brand: null, act: "session.open", subject: client }, now);
    return openStaffSession(tx, { memberId: member.id, client, now });
  });
  if (token === undefined) throw wrong();
  await loginLimiter.loginSucceeded(email, net);
  return token;
}

/** Ends the session itself; for others see the list of sessions. */
export const signOut = ({ db }: Staff, { id, sessionId }: Member) =>
  db.transaction((tx) => endStaffSession(tx, id, sessionId));

/** A code that was entered counts for so long. */
const CONFIRMED_MS = 10 * 60_000;

/**
 * Lets an act pass whose harm is large: the member has entered a code within the last ten minutes, or enters one now.
 * @throws ApiError 403 with `code_required` or `code_wrong`, 429 beyond the limits
 */
export async function confirmMember(staff: Staff, member: Member, typed: string | undefined) {
  const { db, clock, loginLimiter } = staff;
  if (clock.now() - member.confirmedAt < CONFIRMED_MS) return;
  if (typed === undefined || typed === "") throw new ApiError(403, CODE_NEEDED, { code: CODE_NEEDED }, "code_required");
  if (!(await loginLimiter.tryLogin(`${member.email} code`, member.net))) throw tooMany("codes");
  const isRight = await db.transaction(async (tx) => {
    const locked = await lockMember(tx, member.id);
    if (locked === undefined || !(await useCode(tx, staff, locked, typed))) return false;
    await noteCode(tx, member.sessionId, clock.now());
    return true;
  });
  if (!isRight) throw new ApiError(403, CODE_WRONG, { code: CODE_WRONG }, "code_wrong");
  await loginLimiter.loginSucceeded(`${member.email} code`, member.net);
}

const CODE_NEEDED = "Enter the code of your authenticator app to confirm this.";
const CODE_WRONG = "This code is wrong or was used before. Wait for the next one.";
