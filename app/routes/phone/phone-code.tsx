import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { phoneCodeRules } from "#app/forms/phone-code.ts";
import { commerceContext, languageChoiceContext, sessionContext } from "#app/request/context.ts";
import { AccountPage } from "#app/routes/account/account-page.tsx";
import { hrefAfterLogin } from "#app/routes/account/cookie-check.server.ts";
import { DemoOutbox } from "#app/routes/account/demo-outbox.tsx";
import { addWishToCart } from "#app/routes/product/pending-cart-item.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import type { PhoneStep } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { currentLanguage } from "../../../config/language/current.ts";
import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/phone-code";
import { CodeForm } from "./code-form.tsx";
import { askForCode, findPhoneStep, phonePageHref, redirectToPhone, returnToOf } from "./phone-steps.server.ts";

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

type Entered = { code?: string; choice?: "mine" | "new" };

async function logIn(
  { request, context, url }: Pick<Route.ActionArgs, "request" | "context" | "url">,
  step: PhoneStep,
  { code = "", choice }: Entered,
) {
  const [session, commerce] = [context.get(sessionContext), context.get(commerceContext)];
  const chosenLanguage = context.get(languageChoiceContext) ? currentLanguage().code : undefined;
  const entered = { transaction: step.transaction, code, choice, chosenLanguage, whatsApp: step.wantsWhatsApp };
  const login = await commerce.logInByPhone(entered);
  if (!login.ok) {
    const { error } = login;
    const isDormant = error.kind === "status" && error.status === 409 && error.code === "dormant";
    if (isDormant || step.isDormant) session.setPhone({ ...step, isDormant });
    if (isDormant) return redirectDocument(phonePageHref("/phone-code", returnToOf(url)), 303);
    return refuse(messageFor("logInByPhone", error), pageStatus(error));
  }
  await commerce.endFormerSession();
  session.signIn(login.value);
  session.setAccountLanguage(login.value.language);
  session.setPhone(null);
  const isWishInCart = await addWishToCart(session, commerce);
  return redirectDocument(hrefAfterLogin(request, isWishInCart ? href("/cart") : returnToOf(url)), 303);
}

/** The refusal belongs to the field, because each of its texts names what to do with the code. */
const refuse = (problem: string, status: number) =>
  data({ result: { status: "error" as const, error: { code: [problem] } }, problem }, status);

export default function PhoneCode({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { phone, isDormant, resendAt, action, firstHref } = loaderData;
  if (isDormant)
    return (
      <AccountPage brand={brand} title={rich("account.dormant")} lead={rich("account.dormantLead")}>
        <PageHead shop={shop} title={t("account.dormant")} />
        {actionData?.problem && <Alert>{actionData.problem}</Alert>}
        <Choice action={action} />
      </AccountPage>
    );
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

const Choice = ({ action }: { action: string }) => (
  <form method="post" action={action} className="form">
    <Button isWide name="intent" value="mine" aria-describedby="mine-hint">
      {rich("account.dormantMine")}
    </Button>
    <p id="mine-hint" className="hint">
      {rich("account.dormantMineHint")}
    </p>
    <Button look="outline" isWide name="intent" value="new" aria-describedby="new-hint">
      {rich("account.dormantNew")}
    </Button>
    <p id="new-hint" className="hint">
      {rich("account.dormantNewHint")}
    </p>
  </form>
);
