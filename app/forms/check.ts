import { READINGS } from "../../config/typed/readings.ts";
import { type Check, countCharacters, type FieldRules, type FormRules } from "./rules.ts";

/** The message of the first broken rule, or null. `values` are the whole form's, for checks across fields. */
export function checkField(rules: FieldRules, value: string, values: Record<string, string>): string | null {
  const text = READINGS[rules.reads](value);
  if (text === "") return isOptional(rules, values) ? null : rules.required!;
  return rules.checks.find((check) => !passes(check, text, values))?.message ?? null;
}

const isOptional = ({ required, unless }: FieldRules, values: Record<string, string>) =>
  required === undefined || (unless !== undefined && (values[unless] ?? "").trim() !== "");

function passes(check: Check, text: string, values: Record<string, string>) {
  switch (check.kind) {
    case "pattern":
      return check.pattern.test(text);
    case "not":
      return !check.pattern.test(text);
    case "min":
      return countCharacters(text) >= check.characters;
    case "max":
      return countCharacters(text) <= check.characters;
    case "day":
      return isDay(text) && (check.first ?? text) <= text && text <= (check.last ?? text);
    case "equals":
      return text === values[check.field];
  }
}

/** False for the 31st of February, which Date reads as the 3rd of March. */
function isDay(text: string) {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The message of each field that breaks a rule. */
export function findErrors(form: FormData, rules: FormRules): Record<string, string> {
  const values = Object.fromEntries(Object.keys(rules).map((name) => [name, String(form.get(name) ?? "")]));
  const errors = Object.entries(rules).map(([name, field]) => [name, checkField(field, values[name] ?? "", values)]);
  return Object.fromEntries(errors.filter(([, message]) => message !== null) as [string, string][]);
}
