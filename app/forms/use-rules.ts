import { useForm, type SubmissionResult } from "@conform-to/react";
import { checkForm } from "./check.ts";
import type { FormRules } from "./rules.ts";

type Options<Name extends string> = {
  id: string;
  rules: Record<Name, FormRules[string]>;
  lastResult: SubmissionResult<string[]> | null | undefined;
  defaultValue?: Partial<Record<Name, string>>;
};

/** Conform over a form's rules: checked on blur, on change after the first touch (spec, section 5). */
export function useRules<Name extends string>({ id, rules, lastResult, defaultValue }: Options<Name>) {
  return useForm<Record<Name, string>, Record<Name, string>, string[]>({
    id,
    lastResult,
    defaultValue: defaultValue as never,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkForm(formData, rules) as never,
  });
}
