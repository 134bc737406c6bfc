import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter } from "./letter/letter.ts";
import { contactOf, shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

/**
 * `formerEmail`: the address that the account had; the account itself has another one now. `phone`: a number that signs in from now
 * on. Without both the delivery address or phone was changed.
 */
type Change = { userId: string; formerEmail?: string; phone?: string };

/**
 * Notifies the account's own address that vouchers or messages go elsewhere or that another phone signs in, or its former address that
 * it has another one, in case the change was not its owner's. All are one kind: a program of an older version beside this one mails a
 * warning, too.
 */
export const contactChangedMail: MailMaker<Change> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const compose = () => {
    const { subject, text } = describeChange(tenant, contents);
    return composeLetter(tenant, { to: contents.formerEmail ?? user.email, subject, parts: [paragraph(text)] });
  };
  return { reader: user, compose };
};

function describeChange(tenant: Tenant, { formerEmail, phone }: Change) {
  const about = { shop: shopName(tenant), contact: contactOf(tenant) };
  if (formerEmail !== undefined) return { subject: t("mail.emailChangedSubject"), text: t("mail.emailChanged", about) };
  if (phone === undefined) return { subject: t("mail.contactChangedSubject"), text: t("mail.contactChanged", about) };
  const text = t("mail.phoneChanged", { ...about, ending: phone.slice(-4), forgot: t("account.forgot") });
  return { subject: t("mail.phoneChangedSubject"), text };
}
