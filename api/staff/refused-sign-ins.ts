import { take } from "../limits/limiter-store.ts";
import type { RefusalFault } from "../monitoring/console-refusals.ts";
import { note } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";

type Attempt = { act: "session.refused" | "confirm.refused"; client: string; net: string; email?: string };

/**
 * Counts a refused attempt, and records it in the audit if the address is a member's. The answer does not wait for the entry,
 * because its time would reveal members to strangers.
 */
export function noteRefusal(staff: Staff, fault: RefusalFault, attempt: Attempt) {
  staff.refusals.inc({ fault });
  noteInAudit(staff, fault, attempt).catch((error: unknown) =>
    staff.log.error({ err: error }, "a refused sign-in is not in the audit"),
  );
}

/** Attempts beyond the limits cost a stranger nothing, so only few of them become entries, which stay for ever. */
async function noteInAudit(staff: Staff, fault: RefusalFault, { act, client, net, email }: Attempt) {
  if (email === undefined || (fault === "limit" && !(await take(staff.limitNotes, email)))) return;
  await note(staff, { name: email, origin: net }, { brand: null, act, subject: client, after: { fault } });
}
