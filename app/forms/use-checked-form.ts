import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";

import type { FormRules } from "./rules.ts";

type Options<Name extends string> = {
  id: string;
  rules: Record<Name, FormRules[string]>;
  /** In the order of the fields. A form with one field needs no labels: the field itself gets the focus. */
  labels?: Record<Name, string>;
  lastResult: SubmissionResult<string[]> | null | undefined;
  defaultValue?: Partial<Record<Name, string>>;
};

/** Conform's state as props for CheckedForm, its fields and FormProblem. */
export function useCheckedForm<Name extends string>({ id, rules, labels, lastResult, defaultValue }: Options<Name>) {
  const [form, fields] = useForm<Record<Name, string>, Record<Name, string>, string[]>({
    id,
    lastResult,
    defaultValue: defaultValue as never,
  });
  const names = labels ? (Object.keys(labels) as Name[]) : [];
  const wrong = names.filter((name) => name in (lastResult?.error ?? {}));
  const problem = {
    text: form.errors?.[0],
    wrong: wrong.map((name) => ({ id: fields[name].id, label: labels![name] })),
    isChecked: names.length > 1,
  };
  return [{ ...getFormProps(form), rules }, fields, problem] as const;
}
