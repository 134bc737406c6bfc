import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greeting } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { button, paragraph } from "./letter/parts.ts";

/** `email`: an address that the account does not have yet. */
type Contents = { userId: string; email?: string; url: string };

/** Sends the link that verifies an e-mail address: of a new shopper, or one that joins an account. */
export const verifyEmailMail: MailMaker<Contents> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const { email, url } = contents;
  const compose = () =>
    email === undefined
      ? composeVerifyEmail(tenant, user.email, url)
      : user.email === ""
        ? composeAddEmail(tenant, { to: email, url, phone: user.verified_phone ?? "" })
        : composeChangeEmail(tenant, { to: email, url });
  return { reader: user, compose };
};

/** @param phone of the account, which gets the address */
function composeAddEmail(tenant: Tenant, { to, url, phone }: { to: string; url: string; phone: string }) {
  const shop = shopName(tenant);
  const ending = phone.slice(-4);
  return composeLetter(tenant, {
    to,
    subject: t("mail.addEmailSubject", { shop }),
    parts: [
      greeting(null, t("mail.addEmailLead", { shop, ending })),
      button(t("mail.addEmailButton"), url),
      paragraph(t("mail.addEmailUnasked")),
    ],
    reason: t("mail.addEmailReason", { shop }),
  });
}

/** The new address must not learn the present one: it may be mistyped, and somebody else's. */
function composeChangeEmail(tenant: Tenant, { to, url }: { to: string; url: string }) {
  const shop = shopName(tenant);
  return composeLetter(tenant, {
    to,
    subject: t("mail.changeEmailSubject", { shop }),
    parts: [
      greeting(null, t("mail.changeEmailLead", { shop })),
      button(t("mail.changeEmailButton"), url),
      paragraph(t("mail.changeEmailUnasked")),
    ],
    reason: t("mail.addEmailReason", { shop }),
  });
}

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
