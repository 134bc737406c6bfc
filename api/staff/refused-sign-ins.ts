import { take, takeLast } from "../limits/limiter-store.ts";
import type { RefusalFault } from "../monitoring/console-refusals.ts";
import { findMemberByEmail, listBrandsOf } from "../repositories/staff/members.ts";
import { note } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";
import { writeToOwners } from "./write-to-owners.ts";

type Attempt = { act: "session.refused" | "confirm.refused"; client: string; net: string; email?: string };

/**
 * Counts a refused attempt, and records it in the audit if the address is a member's. After some wrong codes in a day, the owners
 * get a mail. The answer does not wait for either, because its time would reveal members to strangers.
 */
export function noteRefusal(staff: Staff, fault: RefusalFault, attempt: Attempt) {
  const { act, email } = attempt;
  staff.refusals.inc({ fault });
  noteInAudit(staff, fault, attempt).catch((error: unknown) =>
    staff.log.error({ err: error }, "a refused sign-in is not in the audit"),
  );
  if (fault !== "code" || act !== "session.refused" || email === undefined) return;
  warnOfCodes(staff, email).catch((error: unknown) =>
    staff.log.error({ err: error }, "a mail to the staff was not sent"),
  );
}

/** A code is checked after the password, so a stranger who types wrong ones has the password. */
async function warnOfCodes(staff: Staff, email: string) {
  if (!(await takeLast(staff.wrongCodes, email))) return;
  const { read } = staff.db;
  const member = await findMemberByEmail(read, email);
  if (member === undefined) return;
  const letters = await writeToOwners(read, staff, {
    email,
    brands: await listBrandsOf(read, member.id),
    subject: `Wrong codes for ${email}`,
    sentence: `Somebody has typed the right password of ${email} today, and each time a wrong code. Unless that was the member, others have the password: make a new link for the member.`,
  });
  staff.mail?.tell(letters);
}

/** Attempts beyond the limits cost a stranger nothing, so only few of them become entries, which stay for ever. */
async function noteInAudit(staff: Staff, fault: RefusalFault, { act, client, net, email }: Attempt) {
  if (email === undefined || (fault === "limit" && !(await take(staff.limitNotes, email)))) return;
  await note(staff, { name: email, origin: net }, { brand: null, act, subject: client, after: { fault } });
}
