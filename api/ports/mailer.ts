/** One e-mail, with the brand's own name as the sender. `id` makes its Message-ID: the same message sent twice keeps it. */
export type Message = { id: string; to: string; replyTo?: string; subject: string; text: string; html: string };

/** Sends e-mail. Rejects when it could not be handed over; the caller tries again later. */
export type Mailer = {
  send(message: Message): Promise<void>;
  /** False while the mail server is spared: then mail stays in the outbox, untried. */
  mayTry?(): boolean;
};
