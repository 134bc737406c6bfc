import { ApiError } from "../base/error.ts";
import { DAY_MS } from "../domain/days.ts";
import { type Permission, permissionsIn } from "../domain/roles.ts";
import { listInviters } from "../repositories/staff/audit.ts";
import { listMembers } from "../repositories/staff/members.ts";
import { commandLine } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";

/**
 * An invitation's link is valid for three days, and a new account is watched for a week. This includes mailed links, because the
 * inviter may read that mailbox, too.
 */
const NEW_MS = 10 * DAY_MS;

type Known = Pick<Staff, "db" | "clock" | "isDemo">;

/**
 * True if a second member may be the first one: a member who invites or resets an account sees its link. So within ten days
 * neither may have opened the other's account, and no member may have opened both. Accounts in between count, because a second
 * account of the same person can invite a third one.
 */
async function isSamePerson(staff: Known, asked: string, approver: string): Promise<boolean> {
  if (staff.isDemo()) return false; // the demo's owner has a public password, and shows the work of two members
  const ofAsked = await listOpeners(staff, asked);
  return (await listOpeners(staff, approver)).some((name) => ofAsked.includes(name));
}

/** A member, their inviters of the last ten days, the inviters of these, and so on. A reset counts as an invitation. */
async function listOpeners({ db, clock }: Known, email: string): Promise<string[]> {
  const since = clock.now() - NEW_MS;
  const openers = new Set([email]);
  // The loop also reaches names that it adds.
  for (const one of openers)
    for (const name of await listInviters(db.read, one, since)) if (name !== commandLine().name) openers.add(name);
  return [...openers];
}

/**
 * Refuses a second member who may be the first one (isSamePerson). @param asked the e-mail of the member who asked
 * @param approver the e-mail of the member who approves. @throws ApiError 403
 */
export async function refuseSamePerson(staff: Known, asked: string, approver: string) {
  if (!(await isSamePerson(staff, asked, approver))) return;
  throw new ApiError(
    403,
    "Within the last ten days one of you has invited the other or made a new link for them, or one member has done so for both, also through others. Another member has to approve this.",
  );
}

type Needed = { brand: string; permission: Permission };

/** The number of active members who may approve now, for each member with a request. */
export async function countSecondMembers(
  staff: Known,
  { brand, permission }: Needed,
  requests: readonly { asked_by: string }[],
): Promise<Map<string, number>> {
  const mayDecide = (await listMembers(staff.db.read)).filter(
    ({ disabled_at, grants }) => disabled_at === null && permissionsIn(grants, brand).has(permission),
  );
  const counts = new Map<string, number>();
  for (const asked of new Set(requests.map(({ asked_by }) => asked_by))) {
    let count = 0;
    for (const { email } of mayDecide) if (email !== asked && !(await isSamePerson(staff, asked, email))) count++;
    counts.set(asked, count);
  }
  return counts;
}
