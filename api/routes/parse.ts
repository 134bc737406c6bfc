import type { Request } from "express";
import { z } from "zod";
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

/** The parsed body. @throws ApiError 400 with a text for each field that is at fault. */
export const parseBody = <T extends z.ZodType>(schema: T, req: Request): z.output<T> => parse(schema, req.body ?? {});

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
