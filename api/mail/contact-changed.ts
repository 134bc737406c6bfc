import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter } from "./letter.ts";
import { contactOf, shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

/** Notifies the account's own address that vouchers will go to another one, in case the change was not its owner's. */
export const contactChangedMail: MailMaker<{ userId: string }> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const compose = () =>
    composeLetter(tenant, {
      to: user.email,
      subject: t("mail.contactChangedSubject"),
      parts: [paragraph(t("mail.contactChanged", { shop: shopName(tenant), contact: contactOf(tenant) }))],
    });
  return { reader: user, compose };
};
