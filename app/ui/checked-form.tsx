import type { ComponentProps } from "react";

import type { FormRules } from "#app/forms/rules.ts";
import { writeRules } from "#app/forms/rules-text.ts";

type CheckedFormProps = ComponentProps<"form"> & {
  id: string;
  rules: FormRules;
  /** Applies the rules only while a field has a value, as in "delivery=gift". */
  onlyIf?: string;
  /** Disables the button until every rule holds, with JavaScript only. */
  isUntilValid?: boolean;
  /** The surrounding <page-region> sends the form. */
  isInRegion?: boolean;
};

/** A POST form to its own page. An element checks the fields and shows the answer in place. */
export function CheckedForm({ rules, onlyIf, isUntilValid, isInRegion, children, ...form }: CheckedFormProps) {
  const checked = (
    <checked-form rules={writeRules(rules)} only-if={onlyIf} until-valid={isUntilValid}>
      <form method="post" {...form}>
        {children}
      </form>
    </checked-form>
  );
  return isInRegion ? checked : <page-region id={`${form.id}-region`}>{checked}</page-region>;
}
