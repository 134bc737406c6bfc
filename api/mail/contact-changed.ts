import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

/** Notifies the account's own address that vouchers will go to another one, in case the change was not its owner's. */
export const contactChangedMail: MailMaker<{ userId: string }> = async ({ db, tenant }, { contents }) => {
  const { email } = await getUser(db.read, contents.userId);
  const text =
    `The delivery address of your account at ${shopName(tenant)} was changed. The gift cards of your next order go ` +
    `to another e-mail address. If that was not you, change your password and write to ${tenant.branding.email ?? "us"}.`;
  return composeLetter(tenant, { to: email, subject: "Your delivery address was changed", parts: [paragraph(text)] });
};
