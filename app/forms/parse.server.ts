import type { Submission } from "@conform-to/dom";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";

import { t } from "../../config/language/t.ts";
import { READINGS } from "../../config/typed/readings.ts";
import { checkField } from "./check.ts";
import type { FieldRules, FormRules } from "./rules.ts";

/** Parses a form on the server, by the rules that the browser checks. */
export function parseForm<Rules extends FormRules>(formData: FormData, rules: Rules) {
  const schema = toSchema(rules);
  return parseWithZod(formData, { schema, disableAutoCoercion: true }) as Submission<
    Record<keyof Rules & string, string>,
    string[]
  >;
}

/** A Zod schema whose messages equal the browser's. Drops unknown fields. */
function toSchema(rules: FormRules) {
  const shape = Object.fromEntries(Object.entries(rules).map(([name, field]) => [name, toText(field)]));
  return z.object(shape).superRefine((values, context) => {
    for (const [name, field] of Object.entries(rules)) {
      const value = values[name] ?? "";
      const message = isReadable(value) ? checkField(field, value, values) : t("fields.unreadable");
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  });
}

/** Repeated fields, files and nested values are invalid, not empty. Lines end with LF. */
function toText({ reads }: FieldRules) {
  const text = z.string({ error: t("fields.unreadable") });
  return text.overwrite((value) => READINGS[reads](value.replaceAll("\r\n", "\n"))).default("");
}

/** False for text that a database would refuse. */
const isReadable = (value: string) => value.isWellFormed() && !value.includes("\0");
