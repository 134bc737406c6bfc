import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import type { FormRules } from "./rules.ts";

type Options<Name extends string> = {
  id: string;
  rules: Record<Name, FormRules[string]>;
  /** In the order of the fields; a form of one field needs none, since its focus goes to the field itself. */
  labels?: Record<Name, string>;
  lastResult: SubmissionResult<string[]> | null | undefined;
  defaultValue?: Partial<Record<Name, string>>;
};

/**
 * Conform's view of a form: what CheckedForm and its fields take, and what FormProblem shows of a form that the server
 * refused. The browser checks by the same rules (app/elements/checked-form.ts).
 */
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
