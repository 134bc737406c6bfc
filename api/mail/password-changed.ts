import { getUser } from "../repositories/users.ts";
import type { MailMaker } from "./kinds.ts";
import { composeLetter, paragraph, shopName } from "./letter.ts";

/** Tells the owner of an account that its password was reset. */
export const passwordChangedMail: MailMaker<{ userId: string }> = async ({ db, tenant }, { contents }) => {
  const { username, email } = await getUser(db.read, contents.userId);
  const text =
    `Hello ${username},\nthe password of your account at ${shopName(tenant)} was changed, and every device was signed ` +
    `out. If that was not you, ask for a new password at once and write to ${tenant.branding.email ?? "us"}.`;
  return composeLetter(tenant, { to: email, subject: "Your password was changed", parts: [paragraph(text)] });
};
