import { findReset } from "../repositories/password-resets.ts";
import { getUser } from "../repositories/users.ts";
import { composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { code, paragraph } from "./parts.ts";

/** Sends the code of a password reset; no mail if nobody has the name. */
export const resetCodeMail: MailMaker<{ code: string }> = async ({ db, tenant, limits }, { about, contents }) => {
  const reset = await findReset(db.read, about);
  if (!reset?.user_id) return undefined;
  const user = await getUser(db.read, reset.user_id);
  const minutes = limits.resetCodeMs / 60_000;
  return composeLetter(tenant, {
    to: user.email,
    subject: `Your code for a new password at ${shopName(tenant)}`,
    parts: [
      paragraph(`${greet(user)},\nThis is your code for a new password. It works for ${minutes} minutes.`),
      code(contents.code),
      paragraph("If you did not ask for it, you can ignore this mail. Your password stays as it is."),
    ],
  });
};
