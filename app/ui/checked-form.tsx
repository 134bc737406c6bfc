import type { ComponentProps } from "react";
import { writeRules } from "#app/forms/rules-text.ts";
import type { FormRules } from "#app/forms/rules.ts";

type CheckedFormProps = ComponentProps<"form"> & {
  id: string;
  rules: FormRules;
  /** "delivery=gift": the rules hold where this field has this value. */
  onlyIf?: string;
  /** The button waits until every rule is kept, where JavaScript runs. */
  isUntilValid?: boolean;
  /** Stands in a <page-region> that answers for it. */
  isInRegion?: boolean;
};

/** A POST form to its own page whose fields are checked as they are filled in, and which is answered in place. */
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
