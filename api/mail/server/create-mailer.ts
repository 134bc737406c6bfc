import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createTransport } from "nodemailer";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Mailer, Message } from "../../ports/mailer.ts";
import type { MailServer } from "./mail-server.ts";

/** The sender in a brand's mail. */
export const senderOf = ({ id, branding, hostnames }: Tenant) => ({
  name: branding.organization_name ?? id,
  address: branding.email ?? `no-reply@${hostnames[0]!}`,
});

type Options = { tenant: Tenant; dataDir: string; server?: MailServer };

/**
 * Creates a tenant's mailer. It sends over SMTP with `server`; otherwise it writes each message to
 * DATA_DIR/outbox/TENANT/ID.eml. A demo brand never uses SMTP: its logins are public, so anybody could send mail in the
 * operator's name.
 */
export function createMailer({ tenant, dataDir, server }: Options): Mailer {
  const domain = tenant.hostnames[0]!;
  const from = senderOf(tenant);
  const compose = ({ id, ...message }: Message) => ({ ...message, from, messageId: `<${id}@${domain}>` });

  if (server && tenant.seed !== "demo") {
    return { send: (message) => server.send(compose(message)), mayTry: server.mayTry };
  }

  const writer = createTransport({ streamTransport: true, buffer: true });
  const folder = join(dataDir, "outbox", tenant.id);
  return {
    async send(message) {
      const { message: content } = await writer.sendMail(compose(message));
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${message.id}.eml`);
      // The complete file is renamed, so that nobody reads a partial message. A message that is sent twice is one file.
      await writeFile(`${file}.tmp`, content as Buffer, { mode: 0o600 });
      await rename(`${file}.tmp`, file);
    },
  };
}
