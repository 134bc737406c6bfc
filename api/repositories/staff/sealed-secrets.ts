import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";

/** The id for which the audit's key is encrypted. */
export const TRAIL_KEY_ID = "audit";

/** The encrypted secret of an authenticator app, or the audit's key; `id` is the id for which it is encrypted. */
export type SealedSecret = {
  table: "members" | "invitations" | "audit_head";
  id: string;
  sealed: string;
  purpose: "totp" | "audit";
};

/** The secrets of all members and invitations, and of the audit. */
export async function listSealedSecrets(db: StaffReader): Promise<SealedSecret[]> {
  const members = await db.selectFrom("members").select(["id", "totp_secret"]).orderBy("id").execute();
  const invitations = await db
    .selectFrom("invitations")
    .select(["token_hash", "totp_secret"])
    .orderBy("token_hash")
    .execute();
  const heads = await db.selectFrom("audit_head").select("sealed_key").execute();
  const purpose = "totp" as const;
  return [
    ...members.flatMap(({ id, totp_secret: sealed }) =>
      sealed === null ? [] : [{ table: "members" as const, id, sealed, purpose }],
    ),
    ...invitations.map(({ token_hash: id, totp_secret: sealed }) => ({
      table: "invitations" as const,
      id,
      sealed,
      purpose,
    })),
    ...heads.flatMap(({ sealed_key: sealed }) =>
      sealed === null ? [] : [{ table: "audit_head" as const, id: TRAIL_KEY_ID, sealed, purpose: "audit" as const }],
    ),
  ];
}

/** False if the secret has been replaced or deleted since. */
export async function replaceSealedSecret(tx: StaffWriter, old: SealedSecret, sealed: string): Promise<boolean> {
  const { numUpdatedRows } = await update(tx, old, sealed).executeTakeFirst();
  return numUpdatedRows === 1n;
}

function update(tx: StaffWriter, old: SealedSecret, sealed: string) {
  if (old.table === "audit_head")
    return tx.updateTable("audit_head").set({ sealed_key: sealed }).where("sealed_key", "=", old.sealed);
  const { table, id } = old;
  return table === "members"
    ? tx.updateTable(table).set({ totp_secret: sealed }).where("id", "=", id).where("totp_secret", "=", old.sealed)
    : tx
        .updateTable(table)
        .set({ totp_secret: sealed })
        .where("token_hash", "=", id)
        .where("totp_secret", "=", old.sealed);
}
