import type { Tenant } from "../../config/brand/schema.ts";
import { findReset } from "../repositories/accounts/password-resets.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { type Addressee, composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { code, paragraph } from "./parts.ts";

/** Sends the code of a password reset; no mail if nobody has the name. */
export const resetCodeMail: MailMaker<{ code: string }> = async ({ db, tenant, limits }, { about, contents }) => {
  const reset = await findReset(db.read, about);
  if (!reset?.user_id) return undefined;
  const user = await getUser(db.read, reset.user_id);
  return composeResetCode(tenant, user, { code: contents.code, validMs: limits.resetCodeMs });
};

export const composeResetCode = (tenant: Tenant, user: Addressee, sent: { code: string; validMs: number }) =>
  composeLetter(tenant, {
    to: user.email,
    subject: `Your code for a new password at ${shopName(tenant)}`,
    parts: [
      paragraph(
        `${greet(user)},\nThis is your code for a new password. It works for ${sent.validMs / 60_000} minutes.`,
      ),
      code(sent.code),
      paragraph("If you did not ask for it, you can ignore this mail. Your password stays as it is."),
    ],
  });
