import type { Request } from "express";
import { z } from "zod";

import { ApiError } from "../base/error.ts";
import { MAX_TOTAL_PAISE, parseRupeesUpTo } from "../domain/pricing.ts";

/**
 * A text of at most `max` characters (code points). Control characters and ill-formed text are refused: PostgreSQL rejects NUL,
 * and would store a lone surrogate as another character.
 */
export const Text = (max: number) =>
  z
    .string()
    .refine((text) => [...text].length <= max, { error: `must have at most ${max} characters` })
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text), { error: "must not have control characters" });

/**
 * Like Text, but trimmed and with line breaks; CR LF, as forms send it, becomes LF. `texts` are the messages for a text that is
 * too long, or that must not be empty.
 */
export const Lines = (max: number, texts: { empty?: () => string; tooLong: () => string }) =>
  z
    .string({ error: texts.empty })
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .refine((text) => text !== "" || texts.empty === undefined, { error: texts.empty })
    .refine((text) => [...text].length <= max, { error: texts.tooLong })
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\t]/u.test(text), {
      error: "must not have control characters",
    });

export const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, { error: "must be a month such as 2026-11" });

/** Rupees (or coins) as a JSON number with at most two decimals, not negative; becomes paise (or hundredths). */
export const AmountUpTo = (most: number) =>
  z.number().transform((rupees, context) => {
    const paise = parseRupeesUpTo(most, rupees);
    if (paise !== undefined) return paise;
    context.addIssue({ code: "custom", message: "must be an amount with at most two decimals" });
    return z.NEVER;
  });

export const Amount = AmountUpTo(MAX_TOTAL_PAISE);

/** The parsed body. @throws ApiError 400 with a text for each invalid field */
export const parseBody = <T extends z.ZodType>(schema: T, req: Request): z.output<T> => parse(schema, req.body);

/** The parsed query. @throws ApiError 400 with a text for each invalid field */
export const parseQuery = <T extends z.ZodType>(schema: T, req: Request): z.output<T> => parse(schema, req.query);

/** Parses `input`. @throws ApiError 400 with a text for each invalid field */
export function parse<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[path.join(".")] ??= message;
  const [field, message] = Object.entries(errors)[0]!;
  throw new ApiError(400, field === "" ? "The request is not as expected." : message, errors);
}
