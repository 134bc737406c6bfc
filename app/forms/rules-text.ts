import type { FormRules } from "./rules.ts";

/** Serialises a form's rules for an attribute. */
export const writeRules = (rules: FormRules) =>
  JSON.stringify(rules, (_key, value) =>
    value instanceof RegExp ? { source: value.source, flags: value.flags } : (value as unknown),
  );

/** Parses the output of writeRules. */
export const readRules = (text: string): FormRules =>
  JSON.parse(text, (key, value: { source: string; flags: string }) =>
    key === "pattern" ? new RegExp(value.source, value.flags) : value,
  );
