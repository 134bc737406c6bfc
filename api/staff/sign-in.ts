import type { Browser } from "../accounts/devices.ts";
import { ApiError, isTooBusy, tooMany } from "../base/error.ts";
import type { StaffWriter } from "../db/staff-schema.ts";
import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import type { RefusalFault } from "../monitoring/console-refusals.ts";
import { findMemberByEmail, lockMember } from "../repositories/staff/members.ts";
import { endStaffSession, openStaffSession } from "../repositories/staff/staff-sessions.ts";
import { append, lockTrail } from "./audit-trail.ts";
import { createBrowserToken, recogniseBrowser } from "./known-browsers.ts";
import { actorOf, type Member } from "./member.ts";
import { readUse } from "./passkey-responses.ts";
import { noteRefusal } from "./refused-sign-ins.ts";
import { useCode } from "./second-factor.ts";
import type { Staff } from "./staff.ts";
import { checkPasskey, takePasskey } from "./use-passkey.ts";

type MemberRow = { id: string; email: string };
type PasskeySignIn = { /** JSON of the browser's answer. */ answer: string; net: string; client: string };
type SignIn = { email: string; password: string; code: string; net: string; browser: Browser };

/** A session's token, and that of the browser (known-browsers.ts). */
export type SignedIn = { token: string; device: string };

/** One text for all faults, so that it reveals neither members nor correct parts. */
const wrong = () => new ApiError(400, "The e-mail address, the password or the code is wrong.");

/**
 * Opens a session for an address, its password and a code of its app or a recovery code. A browser
 * that has signed this member in before counts its own attempts only.
 * @throws ApiError 400 for wrong input, 429 beyond the limits
 */
export async function signIn(staff: Staff, { email, password, code, net, browser }: SignIn): Promise<SignedIn> {
  const { db, passwords, loginLimiter } = staff;
  const found = await findMemberByEmail(db.read, email);
  const device = recogniseBrowser(staff, browser.token, found);
  const refuse = (fault: RefusalFault, error = wrong()) => {
    noteRefusal(staff, fault, { act: "session.refused", client: browser.client, net, email: found?.email });
    return error;
  };
  if (!(await loginLimiter.tryLogin(email, net, device))) throw refuse("limit", tooMany("attempts to sign in"));
  if (password.length > MAX_PASSWORD_LENGTH) throw refuse("password");
  const verdict = await passwords.verify(found?.password_hash, password, net).catch(async (error: unknown) => {
    if (isTooBusy(error)) await loginLimiter.giveBack(email, net, device);
    throw error;
  });
  if (found === undefined) throw refuse("address");
  if (verdict === "wrong") throw refuse("password");
  const opened = await db.transaction(async (tx) => {
    await lockTrail(tx);
    const member = await lockMember(tx, found.id);
    // The password may have changed since the check.
    if (member === undefined || member.disabled_at !== null) return { fault: "disabled" } as const;
    if (member.password_hash !== found.password_hash) return { fault: "password" } as const;
    const factor = await useCode(tx, staff, member, code);
    if (factor === undefined) return { fault: "code" } as const;
    return { token: await openSession(tx, staff, member, { net, client: browser.client, how: { with: factor } }) };
  });
  if (opened.token === undefined) throw refuse(opened.fault);
  await loginLimiter.loginSucceeded(email, net, device);
  return { token: opened.token, device: createBrowserToken(staff, found) };
}

/**
 * Opens a session for a passkey's signature, which also identifies the member. Failures do not count as those of passwords.
 * @throws as signIn
 */
export async function signInWithPasskey(staff: Staff, { answer, net, client }: PasskeySignIn): Promise<SignedIn> {
  const { db, passkeyLimiter } = staff;
  const id = readUse(answer)?.id ?? "";
  const refuse = (fault: RefusalFault, error = refused()) => {
    noteRefusal(staff, fault, { act: "session.refused", client, net });
    return error;
  };
  if (!(await passkeyLimiter.tryLogin(id, net))) throw refuse("limit", tooMany("attempts to sign in"));
  const checked = await checkPasskey(staff, answer, "sign-in");
  if (checked === undefined) throw refuse("passkey");
  const signedIn = await db.transaction(async (tx) => {
    await lockTrail(tx);
    const member = await lockMember(tx, checked.passkey.member_id);
    // The demo's member is valid only while the demo is.
    const isOpen = member?.disabled_at === null && (member.totp_secret !== null || staff.isDemo());
    if (!isOpen || !(await takePasskey(tx, staff, checked))) return undefined;
    const passkey = checked.passkey.name;
    const token = await openSession(tx, staff, member, { net, client, how: { with: "passkey", passkey } });
    return { token, device: createBrowserToken(staff, member) };
  });
  if (signedIn === undefined) throw refuse("passkey");
  await passkeyLimiter.loginSucceeded(id, net);
  return signedIn;
}

/** One text for all faults, like `wrong`. */
const refused = () => new ApiError(400, "This passkey was not accepted. Try it again, or sign in with your password.");

type NewSession = { net: string; client: string; how: object };

async function openSession(tx: StaffWriter, staff: Staff, member: MemberRow, { net, client, how }: NewSession) {
  const act = { brand: null, act: "session.open", subject: client, after: how };
  await append(tx, staff, { name: member.email, origin: net }, act);
  return openStaffSession(tx, { memberId: member.id, client, now: staff.clock.now() });
}

/** Ends a session of the member: the requesting one, or another. Returns false if there is none with this id. */
export const endSession = (staff: Staff, member: Member, id: string): Promise<boolean> =>
  staff.db.transaction(async (tx) => {
    await lockTrail(tx);
    const client = await endStaffSession(tx, member.id, id);
    if (client === undefined) return false;
    const act = id === member.sessionId ? "session.close" : "session.end";
    await append(tx, staff, actorOf(member), { brand: null, act, subject: client });
    return true;
  });
