import { formatDateTime } from "../domain/days.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

type Contents = { userId: string; client: string; at: number };

/** Notifies an account's owner about a login from an unknown device. */
export const newDeviceMail: MailMaker<Contents> = async ({ db, tenant }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const device = contents.client === "" ? "a new device" : `a new device (${contents.client})`;
  const text =
    `${greet(user)},\nSomeone logged in to your account at ${shopName(tenant)} on ${formatDateTime(contents.at)} (India ` +
    `time) from ${device}. If that was you, you can ignore this mail. If not, choose a new password now (Forgot Password? on ` +
    `the login page). That signs every device out. Then write to ${tenant.branding.email ?? "us"}.`;
  return composeLetter(tenant, { to: user.email, subject: "A login from a new device", parts: [paragraph(text)] });
};
