import type { Clock } from "../base/clock.ts";
import type { Databases } from "../db/database.ts";
import { STAFF_ID } from "../db/migrations/staff.ts";
import { createTenantKeys, type Key } from "../domain/keys.ts";
import type { Trail } from "../ports/audit.ts";
import { audited } from "./audit-trail.ts";
import { openStaffData } from "./staff.ts";

/** Opens the audit for a worker, which serves no members. @throws as openStaffData */
export async function openTrail(databases: Databases, dataKeys: Key[], clock: Clock): Promise<Trail> {
  const db = await openStaffData(databases);
  const pen = { db, keys: createTenantKeys(dataKeys, STAFF_ID), clock };
  return {
    audited: (actor, act, run) => audited(pen, actor, act, run),
    close: () => db.close(),
  };
}
