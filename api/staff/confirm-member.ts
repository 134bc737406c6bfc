import { ApiError, tooMany } from "../base/error.ts";
import { lockMember } from "../repositories/staff/members.ts";
import { noteCode } from "../repositories/staff/staff-sessions.ts";
import { append, lockTrail } from "./audit-trail.ts";
import { actorOf, type Member } from "./member.ts";
import { noteRefusal } from "./refused-sign-ins.ts";
import { useCode } from "./second-factor.ts";
import type { Staff } from "./staff.ts";
import { checkPasskey, takePasskey } from "./use-passkey.ts";

/** An entered code counts for this time. */
const CONFIRMED_MS = 10 * 60_000;

/**
 * Allows an action that may do great harm: the member has entered a code or used a passkey within the last ten minutes, or does
 * so now. @param typed a code, or the JSON of a signature by a passkey
 * @throws ApiError 403 with `code_required` or `code_wrong`, 429 beyond the limits
 */
export async function confirmMember(staff: Staff, member: Member, typed: string | undefined) {
  const { db, clock, loginLimiter } = staff;
  if (clock.now() - member.confirmedAt < CONFIRMED_MS) return;
  if (typed === undefined || typed === "") throw new ApiError(403, CODE_NEEDED, { code: CODE_NEEDED }, "code_required");
  if (isPasskey(typed)) return confirmWithPasskey(staff, member, typed);
  if (!(await loginLimiter.tryLogin(`${member.email} code`, member.net))) throw tooMany("codes");
  const isRight = await db.transaction(async (tx) => {
    await lockTrail(tx);
    const locked = await lockMember(tx, member.id);
    const factor = locked && (await useCode(tx, staff, locked, typed));
    if (factor === undefined) return false;
    // A recovery code is gone, and its user may not be the member.
    if (factor === "recovery code") {
      const act = { brand: null, act: "session.confirm", subject: member.email, after: { with: factor } };
      await append(tx, staff, actorOf(member), act);
    }
    await noteCode(tx, member.sessionId, clock.now());
    return true;
  });
  if (!isRight) {
    noteWrong(staff, member, "code");
    throw new ApiError(403, CODE_WRONG, { code: CODE_WRONG }, "code_wrong");
  }
  await loginLimiter.loginSucceeded(`${member.email} code`, member.net);
}

const noteWrong = (staff: Staff, { email, net }: Member, fault: "code" | "passkey") =>
  noteRefusal(staff, fault, { act: "confirm.refused", client: "", net, email });

/** No code begins like JSON. */
const isPasskey = (typed: string) => typed.startsWith("{");

async function confirmWithPasskey(staff: Staff, member: Member, answer: string) {
  const { db, clock, passkeyLimiter } = staff;
  if (!(await passkeyLimiter.tryLogin(member.email, member.net))) throw tooMany("passkeys");
  const checked = await checkPasskey(staff, answer, `confirm ${member.sessionId}`);
  const isRight = await db.transaction(async (tx) => {
    if (checked?.passkey.member_id !== member.id || !(await takePasskey(tx, staff, checked))) return false;
    await noteCode(tx, member.sessionId, clock.now());
    return true;
  });
  if (!isRight) {
    noteWrong(staff, member, "passkey");
    throw new ApiError(403, PASSKEY_WRONG, { code: PASSKEY_WRONG }, "code_wrong");
  }
  await passkeyLimiter.loginSucceeded(member.email, member.net);
}

const PASSKEY_WRONG = "This passkey was not accepted. Try it again, or enter a code.";
const CODE_NEEDED = "Enter the code of your authenticator app to confirm this.";
const CODE_WRONG = "This code is wrong or was used before. Wait for the next one.";
