import type { Logger } from "pino";

import { randomId } from "../domain/tokens.ts";
import { escapeHtml } from "../mail/letter/html.ts";
import type { MailServer } from "../mail/server/mail-server.ts";

/** A mail to a member of the staff: `text` has paragraphs, and addresses of pages on separate lines. */
export type StaffLetter = { to: string; subject: string; text: string };

/** The deployment's mail to its staff. It has no outbox: a link is sent while its maker waits, and can be sent again. */
export type StaffMail = {
  /** False if the server has not accepted it within eight seconds. */
  send(letter: StaffLetter): Promise<boolean>;
  /** Sends in the background: no action waits for a notice. */
  tell(letters: StaffLetter[]): void;
  /** Resolves once the notices so far are sent or have failed. */
  settle(): Promise<void>;
};

/** The console gives up on an answer after 15 seconds. */
const PATIENCE_MS = 8_000;

/** @param from the sender's address, STAFF_MAIL_FROM */
export function createStaffMail(server: Pick<MailServer, "send" | "mayTry">, from: string, log: Logger): StaffMail {
  const open = new Set<Promise<unknown>>();

  async function trySend({ to, subject, text }: StaffLetter): Promise<boolean> {
    if (!server.mayTry()) return false;
    const messageId = `<${randomId()}@${from.split("@")[1]}>`;
    try {
      await server.send({ from: { name: "Awning", address: from }, to, subject, text, html: toHtml(text), messageId });
      return true;
    } catch (error) {
      log.error({ err: error }, "a mail to the staff was not sent");
      return false;
    }
  }

  return {
    async send(letter) {
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => resolve(false), PATIENCE_MS);
      return Promise.race([trySend(letter), late]).finally(() => clearTimeout(timer));
    },
    tell(letters) {
      for (const letter of letters) {
        const sending = trySend(letter).finally(() => open.delete(sending));
        open.add(sending);
      }
    },
    settle: async () => void (await Promise.all(open)),
  };
}

const LINK = /^https?:\/\/\S+$/gm;

function toHtml(text: string): string {
  const withLinks = escapeHtml(text).replaceAll(LINK, (url) => `<a href="${url}">${url}</a>`);
  return withLinks
    .split("\n\n")
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("\n");
}
