import type { Reader, Writer } from "../../db/database.ts";

/** Stores an encrypted mail; sending it twice stores it once. */
export const insertSandboxMail = (tx: Writer, mail: { id: string; sealed: string; created_at: number }) =>
  tx
    .insertInto("sandbox_mails")
    .values(mail)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();

/** Newest first. */
export const listSandboxMails = (db: Reader, limit: number) =>
  db.selectFrom("sandbox_mails").selectAll().orderBy("created_at", "desc").orderBy("id").limit(limit).execute();

export const findSandboxMail = (db: Reader, id: string) =>
  db.selectFrom("sandbox_mails").selectAll().where("id", "=", id).executeTakeFirst();
