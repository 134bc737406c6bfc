import { isUniqueViolation } from "../db/database.ts";
import { EVERY_BRAND } from "../domain/roles.ts";
import { addGrant, createMember, findMemberByEmail } from "../repositories/staff/members.ts";
import type { Staff } from "./staff.ts";

/** The demo's owner, who signs in without a code while every brand is a demo on this machine. */
export const DEMO_MEMBER = { email: "owner@awning.test", name: "Demo Owner", password: "Console@2026" };

/** Adds the demo's owner if every brand is a demo on this machine. */
export async function seedDemoMember(staff: Staff) {
  const { db, clock, passwords, isDemo } = staff;
  const { email, name, password } = DEMO_MEMBER;
  if (!isDemo() || (await findMemberByEmail(db.read, email)) !== undefined) return;
  const passwordHash = await passwords.hash(password, "this machine");
  try {
    await db.transaction(async (tx) => {
      const id = await createMember(tx, { email, name, passwordHash, totpSecret: null, now: clock.now() });
      await addGrant(tx, id, { role: "owner", brand: EVERY_BRAND });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error; // another program was faster
  }
}
