import { getUser } from "../repositories/users.ts";
import { composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { code, paragraph } from "./parts.ts";

type Contents = { userId: string; code: string; client: string };

/** Sends the code that confirms a device to the account's own address. */
export const confirmDeviceMail: MailMaker<Contents> = async ({ db, tenant, limits }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const minutes = limits.deviceCodeMs / 60_000;
  const device = contents.client === "" ? "a new device" : `a new device (${contents.client})`;
  return composeLetter(tenant, {
    to: user.email,
    subject: `Your code for a new device at ${shopName(tenant)}`,
    parts: [
      paragraph(
        `${greet(user)},\nThis code confirms ${device}, so that it shows your card codes. It works for ` +
          `${minutes} minutes. Don't share it with anyone.`,
      ),
      code(contents.code),
      paragraph("If you did not ask for it, someone else knows your password. Please choose a new one."),
    ],
  });
};
