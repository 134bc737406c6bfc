import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

type Change = {
  userId: string;
  /** True if a signed-in shopper changed it; their session continues. */
  isSignedIn?: boolean;
};

/** Notifies an account's owner that its password was changed. */
export const passwordChangedMail: MailMaker<Change> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const text =
    `${greet(user)},\nThe password of your account at ${shopName(tenant)} was changed, and every ` +
    `${contents.isSignedIn ? "other device" : "device"} was signed out. If that was not you, ask for a new password now (Forgot Password? on the login page) and write to ${tenant.branding.email ?? "us"}.`;
  return composeLetter(tenant, { to: user.email, subject: "Your password was changed", parts: [paragraph(text)] });
};
