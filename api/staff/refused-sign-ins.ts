import type { RefusalFault } from "../monitoring/console-refusals.ts";
import { note } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";

type Attempt = { act: "session.refused" | "confirm.refused"; client: string; net: string; email?: string };

/**
 * Counts a refused attempt, and notes it in the audit if the address is a member's. Nobody waits for the entry: the time would
 * tell strangers who is a member.
 */
export function noteRefusal(staff: Staff, fault: RefusalFault, { act, client, net, email }: Attempt) {
  staff.refusals.inc({ fault });
  if (email === undefined) return;
  note(staff, { name: email, origin: net }, { brand: null, act, subject: client, after: { fault } }).catch(
    (error: unknown) => staff.log.error({ err: error }, "a refused sign-in is not in the audit"),
  );
}
