import { data, redirectDocument } from "react-router";

import { loginHref } from "#app/base/login-href.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { mobileRules } from "#app/forms/phone-code.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { AccountPage } from "#app/routes/account/account-page.tsx";
import { cookieProblem } from "#app/routes/account/cookie-check.server.ts";
import { describeKept } from "#app/routes/account/describe-kept.server.ts";
import { phonePageHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Checkbox } from "#app/ui/field.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { hasChannel } from "../../../config/brand/channels.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/phone";
import { NumberForm } from "./number-form.tsx";
import { askForCode, findPhoneStep, hrefAfterCode, returnToOf } from "./phone-steps.server.ts";

/** The first step of a sign-in by phone: the number. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.phoneSignIn) throw data(null, 404);
  const session = context.get(sessionContext);
  const returnTo = returnToOf(url);
  if (session.isSignedIn) throw redirectDocument(returnTo);
  return {
    returnTo,
    action: phonePageHref("/phone", returnTo),
    phone: findPhoneStep(session, "sign-in")?.phone ?? "",
    hasWhatsApp: hasChannel(tenant, "whatsapp"),
    kept: describeKept(session),
    problem: cookieProblem(url),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.phoneSignIn) throw data(null, 404);
  const form = await request.formData();
  const submission = parseForm(form, mobileRules());
  if (submission.status !== "success") return data(submission.reply(), 400);
  const session = context.get(sessionContext);
  const asked = { purpose: "sign-in", phone: submission.value.phone, wantsWhatsApp: form.has("whatsapp") } as const;
  const sent = await askForCode(session, asked, context.get(commerceContext).sendPhoneCode);
  if (!sent.ok) {
    const formErrors = [messageFor("sendPhoneCode", sent.error)];
    return data(submission.reply({ formErrors }), pageStatus(sent.error));
  }
  return redirectDocument(hrefAfterCode(request, returnToOf(url)), 303);
}

export default function Phone({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { returnTo, action, phone, hasWhatsApp, kept, problem } = loaderData;
  return (
    <AccountPage brand={shop.brand} title={rich("account.continueByPhone")} lead={rich("account.phoneLead")}>
      <PageHead shop={shop} title={t("account.continueByPhone")} />
      {problem && <Alert>{problem}</Alert>}
      {kept && <Alert tone="info">{kept}</Alert>}
      <NumberForm action={action} phone={phone} lastResult={actionData}>
        {hasWhatsApp && <Checkbox name="whatsapp" label={rich("account.whatsAppConsent")} />}
      </NumberForm>
      <p>{rich("account.emailInstead", { link: (parts) => <a href={loginHref(returnTo)}>{parts}</a> })}</p>
    </AccountPage>
  );
}
