import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { checkField } from "./check.ts";
import type { FieldRules, FormRules } from "./rules.ts";

/** The server's half of a form: the same rules as a Zod schema, parsed into a Conform submission. */
export function parseForm<Rules extends FormRules>(formData: FormData, rules: Rules) {
  const schema = toSchema(rules);
  return parseWithZod(formData, { schema, disableAutoCoercion: true }) as Submission<
    Record<keyof Rules & string, string>,
    string[]
  >;
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

const UNREADABLE = "Please remove the characters that cannot be read";

/** A field that came twice, as a file or in pieces is no text, and not an empty one either. A line ends with LF. */
function toText({ trim }: FieldRules) {
  const text = z.string({ error: UNREADABLE }).overwrite((value) => value.replaceAll("\r\n", "\n"));
  return (trim ? text.trim() : text).default("");
}

/** What a database would refuse. */
const isReadable = (value: string) => value.isWellFormed() && !value.includes("\0");
