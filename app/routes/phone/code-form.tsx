import type { ComponentProps } from "react";

import { fieldProps } from "#app/forms/field-props.ts";
import { phoneCodeRules } from "#app/forms/phone-code.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { formatClock } from "#app/ui/date.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { t } from "../../../config/language/t.ts";

type CodeFormProps = {
  action: string;
  brand: Pick<Brand, "outboxUrl">;
  /** The time from which another code can be sent; null if that is now. */
  resendAt: number | null;
  lastResult: Parameters<typeof useCheckedForm>[0]["lastResult"];
  outbox: ComponentProps<"div">["children"];
};

/** The code of a message, and another one. A phone that offers the code fills the field and sends the form. */
export function CodeForm({ action, resendAt, lastResult, outbox }: CodeFormProps) {
  const [form, fields, problem] = useCheckedForm({ id: "phone-code", rules: phoneCodeRules(), lastResult });
  return (
    <>
      {outbox}
      <sms-code>
        <CheckedForm {...form} action={action}>
          <FormProblem {...problem} />
          <Field
            label={rich("fields.phoneCode")}
            {...fieldProps(fields.code, "text")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            autoFocus
          />
          <Button isWide busyLabel={t("account.phoneChecking")}>
            {rich("account.phoneContinue")}
          </Button>
        </CheckedForm>
      </sms-code>
      <form method="post" action={action}>
        <p className="muted small">
          {resendAt === null
            ? rich("account.newCodeNow")
            : rich("account.newCodeAfter", { time: formatClock(resendAt) })}
        </p>
        <Button look="quiet" name="intent" value="send-again" busyLabel={t("account.sending")}>
          {rich("account.sendOtherCode")}
        </Button>
      </form>
    </>
  );
}
