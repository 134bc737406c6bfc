import { data, href, redirectDocument } from "react-router";

import { PASSWORD_MAX_CHARACTERS, SIGNUP_REDIRECT_MS } from "#app/base/constants.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { signupLabels, signupRules } from "#app/forms/signup.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { loadBrand } from "#app/routes/load-brand.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { signupMessages } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/signup";
import { AccountPage } from "./account-page.tsx";
import { PhoneLink } from "./phone-link.tsx";
import { mailed, SignedUp } from "./signed-up.tsx";

export const handle = { keep: "for visitors" } satisfies RouteHandle;

/**
 * After a sign-up the flash shows for 3 s, then a Refresh header opens the login (docs/product.md, 5.2). The login repeats that a
 * mail is on its way.
 */
export function loader({ context }: Route.LoaderArgs) {
  const isDone = context.get(sessionContext).flash?.text === t("messages.signedUp");
  const headers = { Refresh: `${SIGNUP_REDIRECT_MS / 1000};url=${href("/login")}` };
  const isMailed = context.get(siteContext).tenant.features.emailVerification;
  if (isDone && isMailed) context.get(sessionContext).setFlash(mailed());
  return data({ isDone, isMailed }, isDone ? { headers } : undefined);
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export async function action({ request, context }: Route.ActionArgs) {
  const brand = await loadBrand(context);
  const submission = parseForm(await request.formData(), signupRules(brand.email));
  const hideFields = ["password", "confirm"];
  if (submission.status !== "success") return data({ result: submission.reply({ hideFields }), toast: null }, 400);

  const { username, email, password } = submission.value;
  const signup = await context.get(commerceContext).signUp({ username, email, password });
  if (!signup.ok) {
    const { inline, toast } = signupMessages(signup.error);
    const result = submission.reply({ hideFields, formErrors: [inline] });
    return data({ result, toast }, pageStatus(signup.error));
  }
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.signedUp") });
  return redirectDocument(href("/signup"), 303);
}

export default function Signup({ actionData, loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const labels = signupLabels();
  const [form, fields, problem] = useCheckedForm({
    id: "signup",
    rules: signupRules(brand.email),
    labels,
    lastResult: actionData?.result,
  });
  if (loaderData.isDone) return <SignedUp shop={shop} isMailed={loaderData.isMailed} />;
  return (
    <AccountPage
      brand={brand}
      title={rich("account.signup")}
      lead={rich("account.signupLead", { organization: brand.organizationName })}
    >
      <PageHead shop={shop} title={t("account.signup")} path={href("/signup")} />
      {brand.features.phoneSignIn && <PhoneLink returnTo="/" />}
      <CheckedForm {...form} action={href("/signup")}>
        <FormProblem {...problem} toast={actionData?.toast} />
        <Field label={labels.username} {...fieldProps(fields.username, "text")} autoComplete="name" />
        <Field label={labels.email} {...fieldProps(fields.email, "email")} autoComplete="email" />
        <Field
          label={labels.password}
          {...fieldProps(fields.password, "password")}
          maxLength={PASSWORD_MAX_CHARACTERS}
          autoComplete="new-password"
          hint={rich("fields.strongPasswordHint")}
        />
        <Field
          label={labels.confirm}
          {...fieldProps(fields.confirm, "password")}
          maxLength={PASSWORD_MAX_CHARACTERS}
          autoComplete="new-password"
        />
        <Button isWide busyLabel={t("account.registering")}>
          {rich("account.register")}
        </Button>
      </CheckedForm>
      <p>{rich("account.haveAccount", { link: (parts) => <a href={href("/login")}>{parts}</a> })}</p>
    </AccountPage>
  );
}
