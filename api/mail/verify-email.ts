import type { Tenant } from "../../config/brand/schema.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { button, paragraph } from "./parts.ts";

/** Sends the link that verifies a new shopper's e-mail address. */
export const verifyEmailMail: MailMaker<{ userId: string; url: string }> = async ({ db, tenant }, { contents }) => {
  const { email } = await getUser(db.read, contents.userId);
  return composeVerifyEmail(tenant, email, contents.url);
};

export const composeVerifyEmail = (tenant: Tenant, to: string, url: string) =>
  composeLetter(tenant, {
    to,
    subject: `Confirm your e-mail address at ${shopName(tenant)}`,
    parts: [
      paragraph("Hello,\nPlease confirm that this is your e-mail address. Your gift cards are sent to it."),
      button("Confirm my e-mail address", url),
      paragraph("If you did not sign up with us, someone typed your address by mistake. You can ignore this mail."),
    ],
    reason: `You get this mail because someone signed up at ${shopName(tenant)} with this address.`,
  });
