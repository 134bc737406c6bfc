import type { Writer } from "../db/database.ts";
import { seal, unseal } from "../domain/encryption.ts";
import type { MailKind } from "../domain/mail-kinds.ts";
import { type OutboxRow, queueMail } from "../repositories/outbox.ts";
import type { Shop } from "../shop.ts";
import type { MailContents } from "./kinds.ts";

type About = Pick<OutboxRow, "kind" | "about">;

type NewSealedMail<Kind extends MailKind> = {
  kind: Kind;
  about: string;
  contents: MailContents<Kind>;
  /** From then on it is of no use (ms). */
  expiresAt?: number;
  /** When it is to go; absent: now (ms). */
  dueAt?: number;
};

/**
 * Queues a mail with what cannot be looked up when it is sent, such as a code that is stored as a hash only. It is kept
 * sealed, and forgotten once it is sent or has run out.
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

/** What queueSealedMail sealed; undefined for a mail that has nothing of its own. */
export const openContents = (shop: Shop, row: About & Pick<OutboxRow, "sealed">): unknown =>
  row.sealed === null ? undefined : JSON.parse(unseal(shop.keys, "mail", row.sealed, mailOwner(shop, row)));

/** What a mail is sealed for. */
export const mailOwner = ({ tenant }: Shop, { kind, about }: About) => ({
  tenantId: tenant.id,
  id: `${kind} ${about}`,
});
