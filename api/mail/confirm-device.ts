import type { Tenant } from "../../config/brand/schema.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { type Addressee, composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { code, paragraph } from "./parts.ts";

type Contents = { userId: string; code: string; client: string };

/** Sends the code that confirms a device to the account's own address. */
export const confirmDeviceMail: MailMaker<Contents> = async ({ db, tenant, limits }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  return composeConfirmDevice(tenant, user, { ...contents, validMs: limits.deviceCodeMs });
};

type Sent = { code: string; client: string; validMs: number };

export function composeConfirmDevice(tenant: Tenant, user: Addressee, { code: digits, client, validMs }: Sent) {
  const device = client === "" ? "a new device" : `a new device (${client})`;
  return composeLetter(tenant, {
    to: user.email,
    subject: `Your code for a new device at ${shopName(tenant)}`,
    parts: [
      paragraph(
        `${greet(user)},\nThis code confirms ${device}, so that it shows your card codes. It works for ` +
          `${validMs / 60_000} minutes. Don't share it with anyone.`,
      ),
      code(digits),
      paragraph("If you did not ask for it, someone else knows your password. Please choose a new one."),
    ],
  });
}
