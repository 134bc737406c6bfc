import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { link, paragraph } from "./parts.ts";

/**
 * Notifies an account's owner that somebody signed up with their address. The page does not reveal that the account
 * exists.
 */
export const signupNoticeMail: MailMaker<{ userId: string; url: string }> = async ({ db, tenant }, { contents }) => {
  const { email } = await getUser(db.read, contents.userId);
  return composeLetter(tenant, {
    to: email,
    subject: `You already have an account at ${shopName(tenant)}`,
    parts: [
      paragraph(
        "Hello,\nSomeone signed up with this e-mail address. You already have an account, so nothing has changed. " +
          "If it was you, log in with your password, or ask for a new one.",
      ),
      link("Log in", contents.url),
      paragraph("If it was not you, you can ignore this mail."),
    ],
  });
};
