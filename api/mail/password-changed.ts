import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greeting, nameOf } from "./letter/letter.ts";
import { contactOf, shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";

type Change = {
  userId: string;
  /** True if a signed-in shopper changed it; their session continues. */
  isSignedIn?: boolean;
};

/** Notifies an account's owner that its password was changed. */
export const passwordChangedMail: MailMaker<Change> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const compose = () => {
    const text = t("mail.passwordChanged", {
      shop: shopName(tenant),
      devices: contents.isSignedIn ? "others" : "all",
      forgot: t("account.forgot"),
      contact: contactOf(tenant),
    });
    const parts = [greeting(nameOf(user), text)];
    return composeLetter(tenant, { to: user.email, subject: t("mail.passwordChangedSubject"), parts });
  };
  return { reader: user, compose };
};
