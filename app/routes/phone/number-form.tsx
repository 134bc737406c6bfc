import type { ReactNode } from "react";

import { fieldProps } from "#app/forms/field-props.ts";
import { isWholePhone } from "#app/forms/phone.ts";
import { mobileRules } from "#app/forms/phone-code.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { t } from "../../../config/language/t.ts";

type NumberFormProps = {
  action: string;
  /** The number that was typed before. */
  phone: string;
  lastResult: Parameters<typeof useCheckedForm>[0]["lastResult"];
  children?: ReactNode;
};

/** The number that gets the code. */
export function NumberForm({ action, phone, lastResult, children }: NumberFormProps) {
  const [form, fields, problem] = useCheckedForm({
    id: "phone",
    rules: mobileRules(),
    lastResult,
    defaultValue: { phone },
  });
  const isGood = isWholePhone(fields.phone.value ?? "");
  return (
    <CheckedForm {...form} action={action}>
      <FormProblem {...problem} />
      <phone-field data-whole={t("fields.mobileWhole")} data-partial={t("ui.enterMobile")}>
        <Field
          label={rich("fields.mobile")}
          {...fieldProps(fields.phone, "tel")}
          inputMode="numeric"
          autoComplete="tel-national"
          isHintGood={isGood}
          hint={isGood ? rich("fields.mobileWhole") : rich("ui.enterMobile")}
        />
      </phone-field>
      {children}
      <Button isWide busyLabel={t("account.sending")}>
        {rich("account.sendCode")}
      </Button>
    </CheckedForm>
  );
}
