import { data, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { phoneCodeRules } from "#app/forms/phone-code.ts";
import { commerceContext, sessionContext } from "#app/request/context.ts";
import { AccountPage } from "#app/routes/account/account-page.tsx";
import { DemoOutbox } from "#app/routes/account/demo-outbox.tsx";
import { phonePageHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import type { PhoneStep } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/phone-code";
import { CodeForm } from "./code-form.tsx";
import { logIn, refuse } from "./phone-login.server.ts";
import { askForCode, findPhoneStep, redirectToPhone, returnToOf } from "./phone-steps.server.ts";
import { WhoseAccount } from "./whose-account.tsx";

/** The second step of a sign-in by phone: the code, and for an account of long ago the question whose it is. */
export function loader({ context, url }: Route.LoaderArgs) {
  const session = context.get(sessionContext);
  const returnTo = returnToOf(url);
  if (session.isSignedIn) throw redirectDocument(returnTo);
  const step = findPhoneStep(session, "sign-in");
  if (step === null) throw redirectToPhone(session, url);
  return {
    phone: step.phone,
    isDormant: step.isDormant,
    resendAt: step.resendAt > Date.now() ? step.resendAt : null,
    action: phonePageHref("/phone-code", returnTo),
    firstHref: phonePageHref("/phone", returnTo),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const session = context.get(sessionContext);
  const step = findPhoneStep(session, "sign-in");
  if (step === null) return redirectToPhone(session, url);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "send-again") return sendAgain(context, url, step);
  if (intent === "mine" || intent === "new") return logIn({ request, context, url }, step, { choice: intent });
  const submission = parseForm(form, phoneCodeRules());
  if (submission.status !== "success") return data({ result: submission.reply(), problem: null }, 400);
  return logIn({ request, context, url }, step, { code: submission.value.code });
}

type Context = Route.ActionArgs["context"];

async function sendAgain(context: Context, url: URL, step: PhoneStep) {
  const session = context.get(sessionContext);
  const sent = await askForCode(session, { ...step, purpose: "sign-in" }, context.get(commerceContext).sendPhoneCode);
  if (!sent.ok) return refuse(messageFor("sendPhoneCode", sent.error), pageStatus(sent.error));
  if (sent.value.transaction !== step.transaction) session.setFlash({ kind: "success", text: t("messages.codeSent") });
  return redirectDocument(phonePageHref("/phone-code", returnToOf(url)), 303);
}

export default function PhoneCode({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { phone, isDormant, resendAt, action, firstHref } = loaderData;
  if (isDormant) return <WhoseAccount action={action} problem={actionData?.problem} />;
  return (
    <AccountPage
      brand={brand}
      title={rich("account.enterCode")}
      lead={rich("account.phoneCodeLead", { phone: `+91 ${phone}` })}
    >
      <PageHead shop={shop} title={t("account.enterCode")} />
      <CodeForm
        action={action}
        brand={brand}
        resendAt={resendAt}
        lastResult={actionData?.result}
        outbox={<DemoOutbox brand={brand} />}
      />
      <p>{rich("account.otherNumber", { link: (parts) => <a href={firstHref}>{parts}</a> })}</p>
    </AccountPage>
  );
}
