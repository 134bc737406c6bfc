import { getUser } from "../repositories/users.ts";
import type { MailMaker } from "./kinds.ts";
import { composeLetter, link, paragraph, shopName } from "./letter.ts";

/** The link that proves a new shopper's e-mail address. */
export const verifyEmailMail: MailMaker<{ userId: string; url: string }> = async ({ db, tenant }, { contents }) => {
  const { email } = await getUser(db.read, contents.userId);
  return composeLetter(tenant, {
    to: email,
    subject: `Confirm your e-mail address at ${shopName(tenant)}`,
    parts: [
      paragraph("Hello,\nplease confirm that this is your e-mail address: vouchers are sent to it."),
      link("Confirm my e-mail address", contents.url),
      paragraph("If you did not sign up with us, somebody used your address by mistake: please ignore this mail."),
    ],
  });
};
