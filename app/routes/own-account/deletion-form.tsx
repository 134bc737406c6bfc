import { href } from "react-router";

import { AccountField } from "#app/forms/account-field.tsx";
import { fieldProps } from "#app/forms/field-props.ts";
import { deletionRules } from "#app/forms/own-account.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Checkbox, Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { t } from "../../../config/language/t.ts";

type DeletionFormProps = {
  viewer: Parameters<typeof AccountField>[0]["of"];
  lastResult: Parameters<typeof useCheckedForm>[0]["lastResult"];
};

export function DeletionForm({ viewer, lastResult }: DeletionFormProps) {
  const [form, fields, problem] = useCheckedForm({
    id: "delete-account",
    rules: deletionRules(),
    labels: { agreed: t("own.agree"), password: t("fields.password") },
    lastResult,
  });
  const { defaultValue, ...agreed } = fieldProps(fields.agreed, "text");
  return (
    <CheckedForm {...form} action={href("/account/delete")} className="form">
      <FormProblem {...problem} />
      <AccountField of={viewer} />
      <Checkbox
        label={rich("own.agree")}
        id={agreed.id}
        name={agreed.name}
        error={agreed.error}
        value="yes"
        defaultChecked={defaultValue === "yes"}
      />
      <Field
        label={rich("fields.password")}
        {...fieldProps(fields.password, "password")}
        autoComplete="current-password"
        hint={rich("own.passwordHint")}
      />
      <Button look="danger" busyLabel={t("own.deleting")}>
        {rich("own.deleteNow")}
      </Button>
    </CheckedForm>
  );
}
