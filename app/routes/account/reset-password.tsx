import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { resetLabels, resetRules } from "#app/forms/reset.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/reset-password";
import { AccountPage } from "./account-page.tsx";
import { NoResetNotice, notResetText } from "./no-reset-notice.tsx";
import { findToken, redirectToStart } from "./reset-steps.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { features, forms } = context.get(siteContext).tenant;
  if (!forms.passwordReset) throw redirectDocument(href("/forgot"));
  if (!features.passwordReset) return null;
  const session = context.get(sessionContext);
  if (!findToken(session)) throw redirectToStart(session);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await request.formData(), resetRules());
  const hideFields = ["password", "confirm"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);

  const session = context.get(sessionContext);
  if (!context.get(siteContext).tenant.features.passwordReset) {
    session.setFlash({ kind: "error", text: notResetText(await loadBrand(context)) });
    return redirectDocument(href("/login"), 303);
  }
  const token = findToken(session);
  if (!token) return redirectToStart(session);
  const done = await context.get(commerceContext).resetPassword(token, submission.value.password);
  if (!done.ok) {
    const formErrors = [messageFor("resetPassword", done.error)];
    return data(submission.reply({ hideFields, formErrors }), pageStatus(done.error));
  }
  session.setReset(null);
  session.signOut();
  session.setFlash({ kind: "success", text: t("messages.passwordChanged") });
  return redirectDocument(href("/login"), 303);
}

export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const labels = resetLabels();
  const [form, { password, confirm }, problem] = useCheckedForm({
    id: "reset",
    rules: resetRules(),
    labels,
    lastResult: actionData,
  });
  return (
    <AccountPage brand={brand} title={rich("account.resetPassword")} lead={rich("account.resetLead")}>
      <PageHead shop={shop} title={t("account.resetPassword")} />
      <NoResetNotice brand={brand} />
      <CheckedForm {...form} action={href("/reset-password")} isUntilValid>
        <FormProblem {...problem} />
        <Field
          label={labels.password}
          {...fieldProps(password, "password")}
          autoComplete="new-password"
          hint={rich("fields.passwordHint")}
        />
        <Field label={labels.confirm} {...fieldProps(confirm, "password")} autoComplete="new-password" />
        <Button isWide busyLabel={t("account.resetting")}>
          {rich("account.resetPassword")}
        </Button>
      </CheckedForm>
    </AccountPage>
  );
}
