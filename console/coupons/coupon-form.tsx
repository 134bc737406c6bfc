import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import { CodeField } from "../ui/code-field.tsx";
import { FormId } from "../ui/form-id.tsx";

type CouponFormProps = {
  formId: string;
  /** The refused form's values. */
  typed?: Typed;
  fields?: Record<string, string>;
};

/** Makes coupons. Their codes can then be downloaded as a file. */
export function CouponForm({ formId, typed = {}, fields = {} }: CouponFormProps) {
  const of = (name: string, usual?: string) => ({ name, defaultValue: typed[name] ?? usual, error: fields[name] });
  return (
    <form method="post" className="narrow-form">
      <input type="hidden" name="act" value="create" />
      <FormId id={typed.form || formId} />
      <Field
        {...of("amount")}
        label="Coins"
        hint="Of each coupon, such as 100 or 99.50."
        inputMode="decimal"
        required
      />
      <Field {...of("count", "1")} label="How many" hint="At most 1,000 at once." inputMode="numeric" required />
      <Field {...of("last_day")} type="date" label="Last day" hint="Empty for coupons without an end." />
      <Field
        {...of("email")}
        type="email"
        label="Only for"
        hint="A shopper's e-mail address. Empty: the first shopper who enters a code gets its coins."
      />
      <CodeField id="create-code" error={fields.code} />
      <p>
        <Button busyLabel="Making them...">Make coupons</Button>
      </p>
    </form>
  );
}
