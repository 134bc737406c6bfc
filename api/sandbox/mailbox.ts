import type { Clock } from "../base/clock.ts";
import type { TenantDatabase } from "../db/database.ts";
import { seal, unseal } from "../domain/encryption.ts";
import type { TenantKeys } from "../domain/keys.ts";
import type { Mailer, Message } from "../ports/mailer.ts";
import { findSandboxMail, insertSandboxMail, listSandboxMails } from "../repositories/sandbox/sandbox-mails.ts";

const SHOWN_MAILS = 50;

type Parts = { tenantId: string; db: TenantDatabase; keys: TenantKeys; clock: Clock };
type Row = { id: string; sealed: string; created_at: number };

/** `html` is empty for mail from older versions. */
export type SandboxMail = Pick<Message, "id" | "to" | "subject" | "text" | "html"> & { sentAt: number };

/** Wraps `mailer` and stores each mail encrypted, so that a demo can show it. */
export const keepInMailbox = ({ tenantId, db, keys, clock }: Parts, mailer: Mailer): Mailer => ({
  ...mailer,
  async send(message) {
    await mailer.send(message);
    const { id, to, subject, text, html } = message;
    const sealed = seal(keys, "mail", JSON.stringify({ to, subject, text, html }), { tenantId, id });
    await db.transaction((tx) => insertSandboxMail(tx, { id, sealed, created_at: clock.now() }));
  },
});

/** Recent mail, newest first. */
export const listMailbox = async (parts: Parts): Promise<SandboxMail[]> =>
  (await listSandboxMails(parts.db.read, SHOWN_MAILS)).map((row) => open(parts, row));

export async function findInMailbox(parts: Parts, id: string): Promise<SandboxMail | undefined> {
  const row = await findSandboxMail(parts.db.read, id);
  return row && open(parts, row);
}

const open = ({ tenantId, keys }: Parts, { id, sealed, created_at }: Row): SandboxMail => ({
  id,
  sentAt: created_at,
  html: "",
  ...JSON.parse(unseal(keys, "mail", sealed, { tenantId, id })),
});
