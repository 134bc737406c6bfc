import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { changePasswordLabels, changePasswordRules } from "#app/forms/change-password.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/change-password";

/** `features.passwordChange` is off if the backend has no such call. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).tenant.features.passwordChange) throw data(null, 404);
  return { hasPassword: context.get(visitorContext).user?.email !== "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.passwordChange) throw data(null, 404);
  const submission = parseForm(await request.formData(), changePasswordRules());
  const hideFields = ["old", "password", "confirm"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  const { old, password } = submission.value;
  const changed = await context.get(commerceContext).changePassword(old, password);
  if (!changed.ok) {
    const formErrors = [messageFor("changePassword", changed.error)];
    return data(submission.reply({ hideFields, formErrors }), pageStatus(changed.error));
  }
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.ownPasswordChanged") });
  return redirectDocument(href("/edit-profile"), 303);
}

export default function ChangePassword({ actionData, loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const labels = changePasswordLabels();
  const [form, { old, password, confirm }, problem] = useCheckedForm({
    id: "change-password",
    rules: changePasswordRules(),
    labels,
    lastResult: actionData,
  });
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t("account.changePassword")} />
      <AccountNav brand={shop.brand} current="/profile" />
      <h1>{rich("account.changePassword")}</h1>
      <p className="lead">
        {loaderData.hasPassword
          ? rich("account.changePasswordLead", { link: (parts) => <a href={href("/forgot")}>{parts}</a> })
          : rich("account.noPassword", { link: (parts) => <a href={href("/add-email")}>{parts}</a> })}
      </p>
      {loaderData.hasPassword && (
        <CheckedForm {...form} action={href("/change-password")} className="form">
          <FormProblem {...problem} />
          <Field label={labels.old} {...fieldProps(old, "password")} autoComplete="current-password" />
          <Field
            label={labels.password}
            {...fieldProps(password, "password")}
            autoComplete="new-password"
            hint={rich("fields.passwordHint")}
          />
          <Field label={labels.confirm} {...fieldProps(confirm, "password")} autoComplete="new-password" />
          <Button busyLabel={t("account.changing")}>{rich("account.changePasswordNow")}</Button>
        </CheckedForm>
      )}
    </div>
  );
}
