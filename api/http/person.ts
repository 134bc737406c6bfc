import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { EMAIL, readEmail } from "../../config/typed/email.ts";
import { NAME_CHARACTERS, NAME_LETTERS, NAME_PROBLEM } from "../../config/typed/name.ts";
import { LANDLINE, LANDLINE_PROBLEM, MOBILE_DIGITS, PHONE_PROBLEM, STORED_PHONE } from "../../config/typed/phone.ts";
import { READINGS } from "../../config/typed/readings.ts";
import { hasLink } from "../domain/links.ts";
import { readOneTimeCode } from "../domain/one-time-code.ts";
import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { Text } from "./parse.ts";

// The rules and texts of docs/product.md, 5.2.

export const Email = Text(254)
  .overwrite(readEmail)
  .regex(EMAIL, { error: () => t("api.email") });

/** "" for none. */
export const OptionalEmail = Text(254)
  .overwrite(readEmail)
  .refine((email) => email === "" || EMAIL.test(email), { error: () => t("api.email") });

/**
 * The address of a member of the staff, or of a brand. Any address is allowed, because the rule in docs/product.md is for
 * shoppers.
 */
export const WorkEmail = Text(254)
  .overwrite(readEmail)
  .pipe(z.email({ error: "Enter an e-mail address, such as name@example.com." }));

/** A number of India that receives messages: ten digits, or "" for none. */
export const MobilePhone = z
  .string()
  .max(100, { error: PHONE_PROBLEM })
  .overwrite(READINGS.phone)
  .refine((phone) => !LANDLINE.test(phone), { error: LANDLINE_PROBLEM })
  .refine((phone) => phone === "" || MOBILE_DIGITS.test(phone), { error: PHONE_PROBLEM });

/** Ten digits, or "" for none. Ten zeros count as none (storedPhone). */
export const Phone = z
  .string()
  .max(100, { error: PHONE_PROBLEM })
  .overwrite(READINGS.phone)
  .refine((phone) => !LANDLINE.test(phone), { error: LANDLINE_PROBLEM })
  .refine((phone) => phone === "" || STORED_PHONE.test(phone), { error: PHONE_PROBLEM });

export const PersonName = Text(50)
  .overwrite(READINGS.line)
  .min(2, { error: () => t("api.nameShort") })
  .regex(NAME_CHARACTERS, { error: NAME_PROBLEM })
  .regex(NAME_LETTERS, { error: NAME_PROBLEM });

/** The name of an account. Mails greet by it, so it must not look like a link. */
export const AccountName = PersonName.refine((name) => !hasLink(name), {
  error: () => t("api.nameLink"),
});

export const NewPassword = z
  .string()
  .min(8, { error: () => t("api.passwordShort") })
  .max(MAX_PASSWORD_LENGTH, { error: () => t("api.passwordLong", { most: MAX_PASSWORD_LENGTH }) })
  .refine((password) => password.isWellFormed(), { error: () => t("api.passwordCharacters") });

/** An e-mail address or a phone number for the login. */
export const LoginName = Text(254)
  .overwrite(READINGS.login)
  .min(1, { error: () => t("api.emailMissing") });

/** A token from this API: base64url. */
export const Token = z.string().regex(/^[\w-]{1,200}$/);

/** A mailed code, normalised for case and look-alikes. */
export const OneTimeCode = z.string().transform((typed, context) => {
  const code = readOneTimeCode(typed);
  if (code !== undefined) return code;
  context.addIssue({ code: "custom", message: t("api.enterCode") });
  return z.NEVER;
});
