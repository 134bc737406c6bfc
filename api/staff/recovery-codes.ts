import { setRecoveryCodes } from "../repositories/staff/members.ts";
import { append } from "./audit-trail.ts";
import { actorOf, type Member } from "./member.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./second-factor.ts";
import type { Staff } from "./staff.ts";

/** Replaces all recovery codes of a member. @returns the codes, which are shown once */
export async function renewRecoveryCodes(staff: Staff, member: Member): Promise<string[]> {
  const codes = createRecoveryCodes();
  await staff.db.transaction(async (tx) => {
    const act = { brand: null, act: "staff.recovery-codes", subject: member.email };
    await append(tx, staff, actorOf(member), act);
    await setRecoveryCodes(tx, member.id, codes.map(hashRecoveryCode));
  });
  return codes;
}
