import { useForm, type SubmissionResult } from "@conform-to/react";
import { useState } from "react";
import { checkForm } from "./check.ts";
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
 * Conform over a form's rules: checked on blur, on change after the first touch (docs/product.md, 5.1). The third value
 * is what FormProblem shows of a form that was refused, here or by the server: the fields as they were then, so that
 * nothing moves while they are put right.
 */
export function useRules<Name extends string>({ id, rules, labels, lastResult, defaultValue }: Options<Name>) {
  const namesOf = (error: object | null | undefined) =>
    labels ? (Object.keys(labels) as Name[]).filter((name) => name in (error ?? {})) : [];
  const [wrong, setWrong] = useState(() => namesOf(lastResult?.error));
  const [form, fields] = useForm<Record<Name, string>, Record<Name, string>, string[]>({
    id,
    lastResult,
    defaultValue: defaultValue as never,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const submission = checkForm(formData, rules);
      // Without a status it is a check while one types.
      if (submission.status) setWrong(submission.status === "error" ? namesOf(submission.error) : []);
      return submission as never;
    },
  });
  const problem = {
    text: form.errors?.[0],
    wrong: wrong.map((name) => ({ id: fields[name].id, label: labels![name] })),
    answers: [wrong, lastResult],
  };
  return [form, fields, problem] as const;
}
