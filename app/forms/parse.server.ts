import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { checkField } from "./check.ts";
import type { FieldRules, FormRules } from "./rules.ts";

/** The server's half of a form: the same rules as a Zod schema, parsed into a Conform submission. */
export function parseForm<Rules extends FormRules>(formData: FormData, rules: Rules) {
  const schema = toSchema(rules);
  return parseWithZod(formData, { schema }) as Submission<Record<keyof Rules & string, string>, string[]>;
}

/** A Zod schema of strings that says of every field what the browser says; unknown fields are dropped. */
function toSchema(rules: FormRules) {
  const shape = Object.fromEntries(Object.entries(rules).map(([name, field]) => [name, toText(field)]));
  return z.object(shape).superRefine((values, context) => {
    for (const [name, field] of Object.entries(rules)) {
      const value = values[name] ?? "";
      const message = isReadable(value) ? checkField(field, value, values) : UNREADABLE;
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  });
}

/** Conform hands an empty field on as absent; one that came twice counts as empty. */
const toText = ({ trim }: FieldRules) => (trim ? z.string().trim() : z.string()).catch("");

const UNREADABLE = "Please remove the characters that cannot be read";

/** What a database would refuse. */
const isReadable = (value: string) => value.isWellFormed() && !value.includes("\0");
