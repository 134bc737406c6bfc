/**
 * One e-mail, with the brand's own name as the sender. Its Message-ID derives from `id`, so repeated mails have the
 * same one.
 */
export type Message = { id: string; to: string; replyTo?: string; subject: string; text: string; html: string };

/** Sends e-mail. Rejects if the mail was not accepted; the caller tries again later. */
export type Mailer = {
  send(message: Message): Promise<void>;
  /** False while the mail server's circuit is open; mail then stays in the outbox, untried. */
  mayTry?(): boolean;
};
