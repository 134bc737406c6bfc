import type { StaffReader, StaffWriter } from "../../db/staff-schema.ts";

/** The sealed secret of an authenticator app; `id` is the one that it is sealed for. */
export type SealedSecret = { table: "members" | "invitations"; id: string; sealed: string };

/** Of all members and invitations. */
export async function listSealedSecrets(db: StaffReader): Promise<SealedSecret[]> {
  const members = await db.selectFrom("members").select(["id", "totp_secret"]).orderBy("id").execute();
  const invitations = await db
    .selectFrom("invitations")
    .select(["token_hash", "totp_secret"])
    .orderBy("token_hash")
    .execute();
  return [
    ...members.flatMap(({ id, totp_secret: sealed }) =>
      sealed === null ? [] : [{ table: "members" as const, id, sealed }],
    ),
    ...invitations.map(({ token_hash: id, totp_secret: sealed }) => ({ table: "invitations" as const, id, sealed })),
  ];
}

/** False where the secret has been replaced or deleted meanwhile. */
export async function replaceSealedSecret(tx: StaffWriter, old: SealedSecret, sealed: string): Promise<boolean> {
  const { numUpdatedRows } =
    old.table === "members"
      ? await tx
          .updateTable("members")
          .set({ totp_secret: sealed })
          .where("id", "=", old.id)
          .where("totp_secret", "=", old.sealed)
          .executeTakeFirst()
      : await tx
          .updateTable("invitations")
          .set({ totp_secret: sealed })
          .where("token_hash", "=", old.id)
          .where("totp_secret", "=", old.sealed)
          .executeTakeFirst();
  return numUpdatedRows === 1n;
}
