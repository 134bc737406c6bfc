import { z } from "zod";

import { hasLink } from "../domain/links.ts";
import { readOneTimeCode } from "../domain/one-time-code.ts";
import { MAX_PASSWORD_LENGTH } from "../domain/passwords.ts";
import { Text } from "./parse.ts";

// The rules and texts of docs/product.md, 5.2. The pattern runs in linear time, because each part ends where the next
// begins.
const EMAIL = /^[a-z][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,6}$/i;

export const Email = Text(254)
  .trim()
  .regex(EMAIL, { error: "Email must start with a letter and use valid format (e.g., name@example.com)" });

/** Of a member of the staff, or of a brand: any address, since docs/product.md has its rule for shoppers. */
export const WorkEmail = Text(254)
  .trim()
  .pipe(z.email({ error: "Enter an e-mail address, such as name@example.com." }));

export const Phone = z.string().regex(/^(\d{10})?$/, { error: "Enter 10-digit mobile number" });

export const PersonName = Text(50)
  .trim()
  .min(2, { error: "Name should be at least 2 characters" })
  .regex(/^[\p{L}\p{M} .'-]+$/u, {
    error: "Name can only contain letters, spaces, and basic punctuation ( . ' - )",
  });

/** The name of an account. Mails greet by it, so it must not look like a link. */
export const AccountName = PersonName.refine((name) => !hasLink(name), {
  error: "Please put a space after each full stop in your name",
});

export const NewPassword = z
  .string()
  .min(8, { error: "Password must have at least 8 characters" })
  .max(MAX_PASSWORD_LENGTH, { error: `Password must have at most ${MAX_PASSWORD_LENGTH} characters` })
  .refine((password) => password.isWellFormed(), { error: "Password has characters that cannot be stored" });

/** An e-mail address or a phone number for the login. */
export const LoginName = Text(254).trim().min(1, { error: "Email is required" });

/** A token from this API: base64url. */
export const Token = z.string().regex(/^[\w-]{1,200}$/);

/** A mailed code, normalised for case and look-alikes. */
export const OneTimeCode = z.string().transform((typed, context) => {
  const code = readOneTimeCode(typed);
  if (code !== undefined) return code;
  context.addIssue({ code: "custom", message: "Please enter the 4-character code" });
  return z.NEVER;
});
