import type { Writer } from "../db/database.ts";
import { seal, unseal } from "../domain/encryption.ts";
import type { MailKind } from "../domain/mail/mail-kinds.ts";
import { type OutboxRow, queueMail } from "../repositories/mail/outbox.ts";
import type { Shop } from "../shop/shop.ts";
import type { MailContents } from "./kinds.ts";

type About = Pick<OutboxRow, "kind" | "about">;

type NewSealedMail<Kind extends MailKind> = {
  kind: Kind;
  about: string;
  contents: MailContents<Kind>;
  /** The time at which an unsent mail is dropped (ms). */
  expiresAt?: number;
  /** The due time of the mail (ms); defaults to now. */
  dueAt?: number;
};

/**
 * Queues a mail with data that cannot be looked up later, such as a code that is stored only as a hash. The data is encrypted,
 * and deleted once the mail is sent or has expired.
 */
export const queueSealedMail = <Kind extends MailKind>(tx: Writer, shop: Shop, mail: NewSealedMail<Kind>) =>
  queueMail(tx, {
    kind: mail.kind,
    about: mail.about,
    sealed: seal(shop.keys, "mail", JSON.stringify(mail.contents), mailOwner(shop, mail)),
    expiresAt: mail.expiresAt,
    dueAt: mail.dueAt,
    now: shop.clock.now(),
  });

/** The data that queueSealedMail encrypted; undefined for a mail without any. */
export const openContents = (shop: Shop, row: About & Pick<OutboxRow, "sealed">): unknown =>
  row.sealed === null ? undefined : JSON.parse(unseal(shop.keys, "mail", row.sealed, mailOwner(shop, row)));

/** The owner for which a mail's data is encrypted. */
export const mailOwner = ({ tenant }: Shop, { kind, about }: About) => ({
  tenantId: tenant.id,
  id: `${kind} ${about}`,
});
