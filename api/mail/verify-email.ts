import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greeting } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { button, paragraph } from "./parts.ts";

/** `email`: an address that the account does not have yet. */
type Contents = { userId: string; email?: string; url: string };

/** Sends the link that verifies a new shopper's e-mail address. */
export const verifyEmailMail: MailMaker<Contents> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  return { reader: user, compose: () => composeVerifyEmail(tenant, contents.email ?? user.email, contents.url) };
};

export function composeVerifyEmail(tenant: Tenant, to: string, url: string) {
  const shop = shopName(tenant);
  return composeLetter(tenant, {
    to,
    subject: t("mail.verifySubject", { shop }),
    parts: [
      greeting(null, t("mail.verifyLead")),
      button(t("mail.verifyButton"), url),
      paragraph(t("mail.verifyUnasked")),
    ],
    reason: t("mail.verifyReason", { shop }),
  });
}
