import type { ReactNode } from "react";
import { href } from "react-router";

import { fieldProps } from "#app/forms/field-props.ts";
import { ownEmailRules, ownNameRules } from "#app/forms/own-account.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Checkbox, Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";

import { t } from "../../../config/language/t.ts";

type LastResult = Parameters<typeof useCheckedForm>[0]["lastResult"];
type FormProps = { lastResult: LastResult; children: ReactNode };

export function NameForm({ username, lastResult, children }: FormProps & { username: string }) {
  const [form, fields, problem] = useCheckedForm({
    id: "own-name",
    rules: ownNameRules(),
    lastResult,
    defaultValue: { username },
  });
  return (
    <section className="panel stack" aria-labelledby="own-name-title">
      <h2 id="own-name-title">{rich("own.name")}</h2>
      <CheckedForm {...form} action={href("/account/details")} className="form">
        <FormProblem {...problem} />
        {children}
        <Field
          label={rich("fields.name")}
          {...fieldProps(fields.username, "text")}
          autoComplete="name"
          hint={rich("own.nameHint")}
        />
        <Button name="intent" value="name" busyLabel={t("account.updating")}>
          {rich("own.nameSave")}
        </Button>
      </CheckedForm>
    </section>
  );
}

type EmailFormProps = FormProps & { viewer: { email: string; isEmailVerified: boolean }; example: string };

/** An account without an address adds one on another page, and one whose address is not confirmed confirms it first. */
export function EmailForm({ viewer, example, lastResult, children }: EmailFormProps) {
  const [form, fields, problem] = useCheckedForm({
    id: "own-email",
    rules: ownEmailRules(example),
    labels: { email: t("own.newEmail"), password: t("fields.password") },
    lastResult,
  });
  const first = viewer.email === "" ? "/add-email" : viewer.isEmailVerified ? null : "/verify-email";
  return (
    <section className="panel stack" aria-labelledby="own-email-title">
      <h2 id="own-email-title">{rich("fields.email")}</h2>
      {first === null ? (
        <>
          <p>{rich("own.emailLead", { email: viewer.email })}</p>
          <CheckedForm {...form} action={href("/account/details")} className="form">
            <FormProblem {...problem} />
            {children}
            <Field
              label={rich("own.newEmail")}
              {...fieldProps(fields.email, "email")}
              autoComplete="email"
              hint={rich("own.newEmailHint")}
            />
            <Field
              label={rich("fields.password")}
              {...fieldProps(fields.password, "password")}
              autoComplete="current-password"
              hint={rich("own.passwordHint")}
            />
            <Button name="intent" value="email" look="outline" busyLabel={t("account.sending")}>
              {rich("own.emailSend")}
            </Button>
          </CheckedForm>
        </>
      ) : (
        <p>{rich("own.emailFirst", { link: (parts) => <a href={first}>{parts}</a> })}</p>
      )}
    </section>
  );
}

type RemindersFormProps = {
  reminders: { isOn: boolean; by: "mail" | "whatsapp" | "sms" | null };
  problem: string | null | undefined;
  children: ReactNode;
};

/** The reminder before coins end. The sentence beside the box is the consent to its channel (api/messages/coin-reminders.ts). */
export const RemindersForm = ({ reminders: { isOn, by }, problem, children }: RemindersFormProps) => (
  <section className="panel stack" aria-labelledby="own-reminders-title">
    <h2 id="own-reminders-title">{rich("own.reminders")}</h2>
    {by === null ? (
      <>
        <p>{rich("own.remindersNone")}</p>
        <p>
          <a href={href("/edit-profile")}>{rich("account.editProfile")}</a>
        </p>
      </>
    ) : (
      <form method="post" action={href("/account/details")} className="form">
        <FormProblem text={problem} />
        {children}
        <Checkbox label={rich(`own.remindersLabel-${by}`)} name="coins" value="1" defaultChecked={isOn} />
        <Button name="intent" value="reminders" look="outline" busyLabel={t("account.updating")}>
          {rich("own.remindersSave")}
        </Button>
      </form>
    )}
  </section>
);
