import { Checkbox, FieldError } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";

type CheckListProps = {
  legend: string;
  /** The label of each choice by its name. */
  options: Record<string, string>;
  /** Stands before each name in the form, so that the names of two lists on a page differ. */
  prefix: string;
  isTicked(name: string): boolean;
  error?: string;
};

/** A list of options; several can be ticked. */
export const CheckList = ({ legend, options, prefix, isTicked, error }: CheckListProps) => (
  <fieldset className="check-list">
    <legend>{legend}</legend>
    {Object.entries(options).map(([name, words]) => (
      <Checkbox key={name} name={prefix + name} label={words} defaultChecked={isTicked(name)} />
    ))}
    <FieldError>{error}</FieldError>
  </fieldset>
);

/** The names that a form has ticked. */
export const tickedIn = (typed: Typed, prefix: string) =>
  Object.keys(typed).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
