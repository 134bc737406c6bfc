import { permissionsIn } from "../domain/roles.ts";
import { findMemberByEmail, listGrants } from "../repositories/staff/members.ts";
import type { Staff } from "./staff.ts";

/**
 * True if the member who made an operator's key, or took it over, may still make one in the brand. Otherwise the key is
 * suspended, because former members must not read the brand's data with their keys.
 */
export async function mayHoldKey({ db: { read } }: Pick<Staff, "db">, brand: string, email: string): Promise<boolean> {
  const member = await findMemberByEmail(read, email);
  if (member === undefined || member.disabled_at !== null) return false;
  return permissionsIn(await listGrants(read, member.id), brand).has("integrations.edit");
}
