import { data, href, redirectDocument } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { addEmailRules } from "#app/forms/phone-code.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { AccountPage } from "#app/routes/account/account-page.tsx";
import { DemoOutbox } from "#app/routes/account/demo-outbox.tsx";
import { confirmDeviceHref } from "#app/routes/links.ts";
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
import type { Route } from "./+types/add-email";

/** Adds an address to an account without one. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(siteContext).tenant.features.phoneSignIn) throw data(null, 404);
  if (context.get(visitorContext).user?.email) throw redirectDocument(href("/edit-profile"));
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.phoneSignIn) throw data(null, 404);
  const brand = await loadBrand(context);
  const submission = parseForm(await request.formData(), addEmailRules(brand.email));
  if (submission.status !== "success") return data(submission.reply(), 400);
  const asked = await context.get(commerceContext).addEmail(submission.value.email);
  if (asked.ok) {
    context.get(sessionContext).setFlash({ kind: "success", text: t("messages.emailLinkSent") });
    return redirectDocument(href("/add-email"), 303);
  }
  if (needsDevice(asked.error, tenant)) return redirectDocument(confirmDeviceHref(href("/add-email")), 303);
  return data(submission.reply({ formErrors: [messageFor("addEmail", asked.error)] }), pageStatus(asked.error));
}

export default function AddEmail({ actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const [form, fields, problem] = useCheckedForm({
    id: "add-email",
    rules: addEmailRules(brand.email),
    lastResult: actionData,
  });
  return (
    <AccountPage brand={brand} title={rich("account.addEmail")} lead={rich("account.addEmailLead")}>
      <PageHead shop={shop} title={t("account.addEmail")} />
      <DemoOutbox brand={brand} />
      <CheckedForm {...form} action={href("/add-email")}>
        <FormProblem {...problem} />
        <Field label={rich("fields.email")} {...fieldProps(fields.email, "email")} autoComplete="email" />
        <Button isWide busyLabel={t("account.sending")}>
          {rich("account.addEmailSend")}
        </Button>
      </CheckedForm>
    </AccountPage>
  );
}
