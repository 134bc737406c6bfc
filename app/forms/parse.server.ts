import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { countCharacters, type Check, type FieldRules, type FormRules } from "./rules.ts";

/** The server's half of a form: the same rules as a Zod schema, parsed into a Conform submission. */
export function parseForm<Rules extends FormRules>(formData: FormData, rules: Rules) {
  const schema = toSchema(rules);
  return parseWithZod(formData, { schema }) as Submission<Record<keyof Rules & string, string>, string[]>;
}

/** A Zod schema of strings; unknown fields are dropped, text that a database would refuse is an error. */
export function toSchema(rules: FormRules) {
  const shape = Object.fromEntries(Object.entries(rules).map(([name, field]) => [name, toField(field)]));
  return Object.entries(rules).reduce(toComparison, z.object(shape));
}

/** "The same as another field", said even where that one is wrong too, as the browser does. */
function toComparison(schema: z.ZodObject, [name, { checks }]: [string, FieldRules]) {
  return checks
    .filter((check) => check.kind === "equals")
    .reduce(
      (compared, { field, message: error }) =>
        compared.refine((values) => !values[name] || values[name] === values[field], {
          path: [name],
          error,
          when: () => true,
        }),
      schema,
    );
}

function toField({ required, trim, checks }: FieldRules) {
  const text = z.string({ error: required });
  const wellFormed = (trim ? text.trim() : text).refine((value) => value.isWellFormed() && !value.includes("\0"), {
    error: "Please remove the characters that cannot be read",
  });
  // Conform hands an empty field on as absent; one that trims to nothing is as empty.
  return required
    ? checks.reduce<z.ZodType<string>>(toCheck, wellFormed.min(1, { error: required, abort: true }))
    : checks.reduce<z.ZodType<string>>(toCheck, wellFormed).optional().default("");
}

function toCheck(schema: z.ZodType<string>, check: Check): z.ZodType<string> {
  switch (check.kind) {
    case "pattern":
      return schema.refine((value) => check.pattern.test(value), { error: check.message, abort: true });
    case "min":
      return schema.refine((value) => countCharacters(value) >= check.characters, {
        error: check.message,
        abort: true,
      });
    case "max":
      return schema.refine((value) => countCharacters(value) <= check.characters, {
        error: check.message,
        abort: true,
      });
    case "equals":
      return schema; // across fields: see toSchema
  }
}
