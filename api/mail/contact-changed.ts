import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter } from "./letter.ts";
import { contactOf, shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

/** `formerEmail`: the address that the account had; the account itself has another one now. */
type Change = { userId: string; formerEmail?: string };

/**
 * Notifies the account's own address that vouchers will go to another one, or its former address that it has another one, in case
 * the change was not its owner's.
 */
export const contactChangedMail: MailMaker<Change> = async ({ db, tenant }, { contents }) => {
  const { userId, formerEmail } = contents;
  const user = await getUser(db.read, userId);
  const compose = () => {
    const about = { shop: shopName(tenant), contact: contactOf(tenant) };
    const isMoved = formerEmail !== undefined;
    return composeLetter(tenant, {
      to: formerEmail ?? user.email,
      subject: isMoved ? t("mail.emailChangedSubject") : t("mail.contactChangedSubject"),
      parts: [paragraph(isMoved ? t("mail.emailChanged", about) : t("mail.contactChanged", about))],
    });
  };
  return { reader: user, compose };
};
