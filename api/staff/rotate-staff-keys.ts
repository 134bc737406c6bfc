import type { KeyUse, Rotation } from "../audit/rotate-keys.ts";
import { STAFF_ID } from "../db/migrations/staff.ts";
import { canUnseal, reseal } from "../domain/encryption.ts";
import { listSealedSecrets, replaceSealedSecret } from "../repositories/staff/sealed-secrets.ts";
import type { Staff } from "./staff.ts";

type Keyed = Pick<Staff, "db" | "keys">;

const keyOf = (sealed: string) => sealed.split(":", 1)[0]!;

const WHAT = { members: "authenticator secrets", invitations: "invitations' secrets", audit_head: "keys of the audit" };

/** Counts the secrets of authenticator apps, and the audit's key, by the key that has encrypted them. */
export async function listStaffKeyUses({ db }: Keyed): Promise<KeyUse[]> {
  const secrets = await listSealedSecrets(db.read);
  const uses = Map.groupBy(secrets, ({ table, sealed }) => `${table} ${keyOf(sealed)}`);
  return [...uses.values()].map((same) => ({
    what: WHAT[same[0]!.table],
    key: keyOf(same[0]!.sealed),
    count: same.length,
  }));
}

/** Encrypts all secrets of older keys again with the current one. It can be killed and run again. */
export async function rotateStaffKeys({ db, keys }: Keyed): Promise<Rotation> {
  const current = keys.current("totp").id;
  const older = (await listSealedSecrets(db.read)).filter(({ sealed }) => keyOf(sealed) !== current);
  const total = { remade: 0, unreadable: 0 };
  for (const secret of older) {
    const owner = { tenantId: STAFF_ID, id: secret.id };
    if (!canUnseal(keys, secret.purpose, secret.sealed, owner)) {
      total.unreadable++;
      continue;
    }
    const sealed = reseal(keys, secret.purpose, secret.sealed, owner);
    if (await db.transaction((tx) => replaceSealedSecret(tx, secret, sealed))) total.remade++;
  }
  return total;
}

/**
 * True if the first key of DATA_KEY has the id, but not the bytes, of the key that encrypted the members' secrets. The audit's
 * key proves nothing: a new one is made if it does not open.
 */
export async function isStaffKeyWrong({ db, keys }: Keyed): Promise<boolean> {
  const current = keys.current("totp").id;
  const own = (await listSealedSecrets(db.read)).filter(
    ({ sealed, purpose }) => purpose === "totp" && keyOf(sealed) === current,
  );
  return own.length > 0 && !own.some(({ id, sealed }) => canUnseal(keys, "totp", sealed, { tenantId: STAFF_ID, id }));
}
