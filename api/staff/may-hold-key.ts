import { permissionsIn } from "../domain/roles.ts";
import { findMemberByEmail, listGrants } from "../repositories/staff/members.ts";
import type { Staff } from "./staff.ts";

/**
 * Whether the member who made an operator's key, or took it over, may still make one in the brand. Otherwise the key rests:
 * somebody who has left must not go on reading the brand's data by a key of theirs.
 */
export async function mayHoldKey({ db: { read } }: Pick<Staff, "db">, brand: string, email: string): Promise<boolean> {
  const member = await findMemberByEmail(read, email);
  if (member === undefined || member.disabled_at !== null) return false;
  return permissionsIn(await listGrants(read, member.id), brand).has("integrations.edit");
}
