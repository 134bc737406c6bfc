import { Counter, Registry } from "prom-client";

import { note } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";

/** What was wrong. `limit`: there were too many attempts before. */
type Fault = "address" | "password" | "code" | "passkey" | "disabled" | "limit";

/** Counts refused attempts to sign in to the console or to confirm an act. */
export const createRefusalCounter = (registry = new Registry()) =>
  new Counter({
    name: "awning_console_refusals_total",
    help: "Refused attempts to sign in to the console or to confirm an act, by what was wrong",
    labelNames: ["fault"],
    registers: [registry],
  });

type Attempt = { act: "session.refused" | "confirm.refused"; client: string; net: string; email?: string };

/**
 * Counts a refused attempt, and notes it in the audit if the address is a member's. Nobody waits for the entry: the time would
 * tell strangers who is a member.
 */
export function noteRefusal(staff: Staff, fault: Fault, { act, client, net, email }: Attempt) {
  staff.refusals.inc({ fault });
  if (email === undefined) return;
  note(staff, { name: email, origin: net }, { brand: null, act, subject: client, after: { fault } }).catch(
    (error: unknown) => staff.log.error({ err: error }, "a refused sign-in is not in the audit"),
  );
}
