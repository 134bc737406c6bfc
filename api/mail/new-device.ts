import { t } from "../../config/language/t.ts";
import { translateClient } from "../domain/client-name.ts";
import { formatDateTime } from "../domain/days.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greeting, nameOf } from "./letter/letter.ts";
import { contactOf, shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";

/** `isByPhone`: with a code to the account's number, which a new password does not stop. */
type Contents = { userId: string; client: string; at: number; isByPhone?: boolean };

/** Notifies an account's owner about a login from an unknown device. */
export const newDeviceMail: MailMaker<Contents> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const compose = () => {
    const text = t("mail.newDevice", {
      shop: shopName(tenant),
      date: formatDateTime(contents.at),
      client: translateClient(contents.client) || "none",
      way: contents.isByPhone ? "phone" : "password",
      forgot: t("account.forgot"),
      contact: contactOf(tenant),
    });
    const parts = [greeting(nameOf(user), text)];
    return composeLetter(tenant, { to: user.email, subject: t("mail.newDeviceSubject"), parts });
  };
  return { reader: user, compose };
};
