import { data, href, redirectDocument } from "react-router";

import { loginHref } from "#app/base/login-href.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { loginLabels, loginRules } from "#app/forms/login.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { useCheckedForm } from "#app/forms/use-checked-form.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, languageChoiceContext, sessionContext } from "#app/request/context.ts";
import { addWishToCart } from "#app/routes/product/pending-cart-item.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safePath } from "#app/tenant/urls.ts";
import { loginMessage, loginToast } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckedForm } from "#app/ui/checked-form.tsx";
import { Checkbox, Field } from "#app/ui/field.tsx";
import { FormProblem } from "#app/ui/form-problem.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { currentLanguage } from "../../../config/language/current.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/login";
import { AccountPage } from "./account-page.tsx";
import { cookieProblem, hrefAfterLogin } from "./cookie-check.server.ts";
import { describeKept } from "./describe-kept.server.ts";
import { PhoneLink } from "./phone-link.tsx";

export const handle = { keep: "for visitors", prefetch: true } satisfies RouteHandle;

export function loader({ context, url }: Route.LoaderArgs) {
  const returnTo = safePath(url.searchParams.get("returnTo"));
  if (context.get(sessionContext).isSignedIn) throw redirectDocument(returnTo);
  const kept = describeKept(context.get(sessionContext));
  return { returnTo, kept, problem: cookieProblem(url) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const submission = parseForm(await request.formData(), loginRules());
  const hideFields = ["password"];
  if (submission.status !== "success") return data({ result: submission.reply({ hideFields }), toast: null }, 400);

  const commerce = context.get(commerceContext);
  const chosenLanguage = context.get(languageChoiceContext) ? currentLanguage().code : undefined;
  const login = await commerce.logIn(submission.value.username, submission.value.password, chosenLanguage);
  if (!login.ok) {
    const result = submission.reply({ hideFields, formErrors: [loginMessage(login.error)] });
    return data({ result, toast: loginToast(login.error) }, pageStatus(login.error));
  }

  const session = context.get(sessionContext);
  await commerce.endFormerSession();
  session.signIn(login.value);
  session.setAccountLanguage(login.value.language);
  const isWishInCart = await addWishToCart(session, commerce);
  const next = isWishInCart ? href("/cart") : safePath(url.searchParams.get("returnTo"));
  return redirectDocument(hrefAfterLogin(request, next), 303);
}

export default function Login({ actionData, loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const labels = loginLabels();
  const [form, fields, problem] = useCheckedForm({
    id: "login",
    rules: loginRules(),
    labels,
    lastResult: actionData?.result,
  });
  const isElsewhere = loaderData.returnTo !== "/";
  const action = isElsewhere ? loginHref(loaderData.returnTo) : href("/login");
  return (
    <AccountPage brand={brand} title={rich("account.login")} lead={brand.texts.loginLead}>
      <PageHead shop={shop} title={t("account.login")} path={href("/login")} />
      {loaderData.problem && <Alert>{loaderData.problem}</Alert>}
      {loaderData.kept && <Alert tone="info">{loaderData.kept}</Alert>}
      {brand.features.phoneSignIn && <PhoneLink returnTo={loaderData.returnTo} />}
      <CheckedForm {...form} action={action}>
        <FormProblem {...problem} toast={actionData?.toast} />
        <remember-me>
          <Field
            label={labels.username}
            {...fieldProps(fields.username, "text")}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field label={labels.password} {...fieldProps(fields.password, "password")} autoComplete="current-password" />
          <div className="form-row apart">
            <Checkbox name="remember" label={rich("fields.remember")} />
            <a href={href("/forgot")}>{rich("account.forgot")}</a>
          </div>
        </remember-me>
        <Button isWide busyLabel={t("account.signingIn")}>
          {rich("account.login")}
        </Button>
      </CheckedForm>
      <p>{rich("account.newHere", { link: (parts) => <a href={href("/signup")}>{parts}</a> })}</p>
    </AccountPage>
  );
}
