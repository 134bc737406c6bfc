import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { forgotRules } from "#app/forms/reset.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/forgot-password";
import { AccountPage } from "./account-page.tsx";
import { NoResetNotice } from "./no-reset-notice.tsx";

export const handle = { keep: "for visitors" } satisfies RouteHandle;

/** The first of three steps. A backend without password reset gets no call: a notice explains that nothing is sent. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await request.formData(), forgotRules());
  if (submission.status !== "success") return data(submission.reply(), 400);
  if (!context.get(siteContext).tenant.features.passwordReset) return redirectDocument(href("/verify-otp"), 303);
  const { username } = submission.value;
  const begun = await context.get(commerceContext).forgetPassword(username);
  if (!begun.ok) {
    const formErrors = [messageFor("forgetPassword", begun.error)];
    return data(submission.reply({ formErrors }), pageStatus(begun.error));
  }
  context.get(sessionContext).setReset({ transaction: begun.value, username });
  return redirectDocument(href("/verify-otp"), 303);
}

export default function Forgot({ actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const [form, fields, problem] = useCheckedForm({ id: "forgot", rules: forgotRules(), lastResult: actionData });
  return (
    <AccountPage
      brand={brand}
      title={rich("account.forgot")}
      lead={brand.forms.passwordReset && rich("account.forgotLead")}
    >
      <PageHead shop={shop} title={t("account.forgotTitle")} />
      <NoResetNotice brand={brand} />
      {brand.forms.passwordReset && (
        <CheckedForm {...form}>
          <FormProblem {...problem} />
          <Field
            label={rich("fields.emailOrMobile")}
            {...fieldProps(fields.username, "text")}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            autoFocus={Boolean(fields.username.errors)}
          />
          <Button isWide busyLabel={t("account.sending")}>
            {rich("account.sendReset")}
          </Button>
        </CheckedForm>
      )}
      <p>
        <a href={href("/login")}>{rich("account.backToLogin")}</a>
      </p>
    </AccountPage>
  );
}
