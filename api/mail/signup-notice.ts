import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greeting } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { link, paragraph } from "./letter/parts.ts";

/**
 * Notifies an account's owner that somebody signed up with their address. The page does not reveal that the account
 * exists.
 */
export const signupNoticeMail: MailMaker<{ userId: string; url: string }> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const compose = () =>
    composeLetter(tenant, {
      to: user.email,
      subject: t("mail.signupAgainSubject", { shop: shopName(tenant) }),
      parts: [
        greeting(null, t("mail.signupAgain")),
        link(t("mail.signupLogIn"), contents.url),
        paragraph(t("mail.signupUnasked")),
      ],
    });
  return { reader: user, compose };
};
