import { EVERY_BRAND, type Grant, type Permission, permissionsIn } from "../domain/roles.ts";
import type { Actor } from "../ports/audit.ts";
import { listGrants } from "../repositories/staff/members.ts";
import { findStaffSession, isUseOld, noteUse } from "../repositories/staff/staff-sessions.ts";
import type { Staff } from "./staff.ts";

/** A signed-in member of the staff. */
export type Member = {
  id: string;
  email: string;
  name: string;
  grants: Grant[];
  sessionId: string;
  /** False for the demo's member, for whom any code is accepted. */
  hasApp: boolean;
  /** The time (ms) at which a code was last entered in this session. */
  confirmedAt: number;
  /** The network of this request. */
  net: string;
};

/** The member with this session token; undefined if it has ended. */
export async function findMember(staff: Staff, token: string, net: string): Promise<Member | undefined> {
  const { db, clock } = staff;
  const session = await findStaffSession(db.read, token, clock.now());
  // The demo's member is valid only while the demo is.
  if (session === undefined || (session.totp_secret === null && !staff.isDemo())) return undefined;
  if (isUseOld(session, clock.now())) await db.transaction((tx) => noteUse(tx, session.id, clock.now()));
  const { member_id: id, email, name } = session;
  return {
    id,
    email,
    name,
    net,
    grants: await listGrants(db.read, id),
    sessionId: session.id,
    hasApp: session.totp_secret !== null,
    confirmedAt: session.confirmed_at,
  };
}

export const actorOf = ({ id, email, net }: Member): Actor => ({ name: email, origin: net, memberId: id });

/** True if the member may do this in the brand; without a brand, in all of them. */
export const may = ({ grants }: Member, permission: Permission, brand = EVERY_BRAND) =>
  permissionsIn(grants, brand).has(permission);
