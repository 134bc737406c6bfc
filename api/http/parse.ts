import type { Request } from "express";
import { z } from "zod";

import { parseRupees } from "../domain/pricing.ts";
import { ApiError } from "../error.ts";

/**
 * A text of at most `max` characters (code points). NUL is an error in PostgreSQL and a lone surrogate would be stored
 * as another character, so control characters and ill-formed text are refused.
 */
export const Text = (max: number) =>
  z
    .string()
    .refine((text) => [...text].length <= max, { error: `must have at most ${max} characters` })
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { error: "must not have control characters" });

/**
 * Like Text, trimmed and with line breaks: CR LF, as forms send them, become LF. The texts are for the shopper whose
 * text is empty, where it must not be, or too long.
 */
export const Lines = (max: number, texts: { empty?: string; tooLong: string }) =>
  z
    .string({ error: texts.empty })
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text !== "" || texts.empty === undefined, { error: texts.empty })
    .refine((text) => [...text].length <= max, { error: texts.tooLong })
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), {
      error: "must not have control characters",
    });

/** Rupees (or coins) as a JSON number with at most two decimals, not negative; becomes paise (or hundredths). */
export const Amount = z.number().transform((rupees, context) => {
  const paise = parseRupees(rupees);
  if (paise !== undefined) return paise;
  context.addIssue({ code: "custom", message: "must be an amount with at most two decimals" });
  return z.NEVER;
});

/** The parsed body. @throws ApiError 400 with a text for each field that is at fault. */
export const parseBody = <T extends z.ZodType>(schema: T, req: Request): z.output<T> => parse(schema, req.body);

/** The parsed query. @throws ApiError 400 with a text for each field that is at fault. */
export const parseQuery = <T extends z.ZodType>(schema: T, req: Request): z.output<T> => parse(schema, req.query);

/** `input` as the schema has it. @throws ApiError 400 with a text for each field that is at fault. */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
  const [field, message] = Object.entries(errors)[0]!;
  throw new ApiError(400, field === "" ? "The request is not as expected." : message, errors);
}
