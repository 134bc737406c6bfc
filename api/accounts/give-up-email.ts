import type { Writer } from "../db/database.ts";
import { deleteVerificationsOf } from "../repositories/accounts/email-verifications.ts";
import { deleteResetsOf } from "../repositories/accounts/password-resets.ts";
import { releaseEmail } from "../repositories/accounts/users.ts";

/** Takes an address that was never proven from an account, and its links and codes, which would prove a mailbox that is gone. */
export async function giveUpEmail(tx: Writer, userId: string) {
  await releaseEmail(tx, userId);
  await deleteVerificationsOf(tx, userId);
  await deleteResetsOf(tx, userId);
}
