import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { findReset } from "../repositories/accounts/password-resets.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { type Addressee, composeLetter, greeting, nameOf } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { code, paragraph } from "./letter/parts.ts";

/** Sends the code of a password reset; no mail if nobody has the name. */
export const resetCodeMail: MailMaker<{ code: string }> = async ({ db, tenant, limits }, { about, contents }) => {
  const reset = await findReset(db.read, about);
  if (!reset?.user_id) return undefined;
  const user = await getUser(db.read, reset.user_id);
  const compose = () => composeResetCode(tenant, user, { code: contents.code, validMs: limits.resetCodeMs });
  return { reader: user, compose };
};

export const composeResetCode = (tenant: Tenant, user: Addressee, sent: { code: string; validMs: number }) =>
  composeLetter(tenant, {
    to: user.email,
    subject: t("mail.resetSubject", { shop: shopName(tenant) }),
    parts: [
      greeting(nameOf(user), t("mail.resetLead", { minutes: sent.validMs / 60_000 })),
      code(sent.code),
      paragraph(t("mail.resetUnasked")),
    ],
  });
