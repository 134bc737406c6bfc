import type { Tenant } from "../../config/brand/schema.ts";
import { t } from "../../config/language/t.ts";
import { translateClient } from "../domain/client-name.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { type Addressee, composeLetter, greeting, nameOf } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { code, paragraph } from "./letter/parts.ts";

type Contents = { userId: string; code: string; client: string };

/** Sends the code that confirms a device to the account's own address. */
export const confirmDeviceMail: MailMaker<Contents> = async ({ db, tenant, limits }, { contents }) => {
  const user = await getUser(db.read, contents.userId);
  const compose = () => composeConfirmDevice(tenant, user, { ...contents, validMs: limits.deviceCodeMs });
  return { reader: user, compose };
};

type Sent = { code: string; client: string; validMs: number };

export const composeConfirmDevice = (tenant: Tenant, user: Addressee, { code: digits, client, validMs }: Sent) =>
  composeLetter(tenant, {
    to: user.email,
    subject: t("mail.confirmDeviceSubject", { shop: shopName(tenant) }),
    parts: [
      greeting(
        nameOf(user),
        t("mail.confirmDeviceLead", { client: translateClient(client) || "none", minutes: validMs / 60_000 }),
      ),
      code(digits),
      paragraph(t("mail.confirmDeviceUnasked")),
    ],
  });
