import type { StaffReader } from "../db/staff-schema.ts";
import { listOwnersOf } from "../repositories/staff/members.ts";
import type { Staff } from "./staff.ts";
import type { StaffLetter } from "./staff-mail.ts";

/** A change of access: the member, the brands of their roles, and a sentence about it. */
type Event = { email: string; brands: readonly string[]; subject: string; sentence: string };

/**
 * Composes letters to the owners of all brands and of these, and to the address itself if it is a member's. Call it in the
 * transaction of the change, and `tell` the letters once that has ended. @returns no letters without mail for the staff
 */
export async function writeToOwners(
  tx: StaffReader,
  { mail, site, isDemo }: Pick<Staff, "mail" | "site" | "isDemo">,
  { email, brands, subject, sentence }: Event,
): Promise<StaffLetter[]> {
  if (mail === undefined || site === undefined || isDemo()) return [];
  const owners = await listOwnersOf(tx, brands);
  const text = [
    sentence,
    `If you did not expect this, disable the member and look at the audit:\n${site.origin}/staff`,
  ].join("\n\n");
  return [...new Set([email, ...owners])].map((to) => ({ to, subject, text }));
}
