import { data, href, redirectDocument } from "react-router";

import { needsDevice } from "#app/commerce/own-account-calls.server.ts";
import { type CallError, pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { mobileRules, phoneCodeRules } from "#app/forms/phone-code.ts";
import { commerceContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { AccountPage } from "#app/routes/account/account-page.tsx";
import { DemoOutbox } from "#app/routes/account/demo-outbox.tsx";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import type { PhoneStep } from "#app/session/session.server.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/confirm-phone";
import { CodeForm } from "./code-form.tsx";
import { NumberForm } from "./number-form.tsx";
import { askForCode, findPhoneStep } from "./phone-steps.server.ts";

type Context = Route.ActionArgs["context"];

/** Makes a number the verified phone of a signed-in account: the number, then the code. `?other` begins again. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(siteContext).tenant.features.phoneSignIn) throw data(null, 404);
  const step = url.searchParams.has("other") ? null : findPhoneStep(context.get(sessionContext), "confirm");
  const resendAt = step && step.resendAt > Date.now() ? step.resendAt : null;
  return { sentTo: step?.phone ?? null, phone: context.get(visitorContext).user?.phone ?? "", resendAt };
}

export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.phoneSignIn) throw data(null, 404);
  const form = await request.formData();
  const step = findPhoneStep(context.get(sessionContext), "confirm");
  if (form.has("phone")) {
    const submission = parseForm(form, mobileRules());
    if (submission.status !== "success") return data(submission.reply(), 400);
    return send(context, submission.value.phone, "phone");
  }
  if (step === null) return redirectDocument(href("/confirm-phone"), 303);
  if (form.get("intent") === "send-again") return send(context, step.phone, "code");
  const submission = parseForm(form, phoneCodeRules());
  if (submission.status !== "success") return data(submission.reply(), 400);
  return confirm(context, step, submission.value.code);
}

async function send(context: Context, phone: string, field: "phone" | "code") {
  const session = context.get(sessionContext);
  const asked = { purpose: "confirm", phone, wantsWhatsApp: false } as const;
  const sent = await askForCode(session, asked, context.get(commerceContext).sendPhoneConfirmation);
  return sent.ok ? redirectDocument(href("/confirm-phone"), 303) : refuse(context, field, "sendPhoneCode", sent.error);
}

async function confirm(context: Context, step: PhoneStep, code: string) {
  const session = context.get(sessionContext);
  const confirmed = await context.get(commerceContext).confirmPhone(step.transaction, code);
  if (!confirmed.ok) return refuse(context, "code", "confirmPhone", confirmed.error);
  session.setPhone(null);
  session.setFlash({ kind: "success", text: t("messages.phoneConfirmed") });
  return redirectDocument(href("/edit-profile"), 303);
}

/** A device that is not confirmed yet is confirmed first. */
function refuse(context: Context, field: string, call: "sendPhoneCode" | "confirmPhone", error: CallError) {
  if (needsDevice(error, context.get(siteContext).tenant))
    return redirectDocument(confirmDeviceHref(href("/confirm-phone")), 303);
  return data({ status: "error" as const, error: { [field]: [messageFor(call, error)] } }, pageStatus(error));
}

export default function ConfirmPhone({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { sentTo, phone, resendAt } = loaderData;
  const action = href("/confirm-phone");
  const lead =
    sentTo === null ? rich("account.phoneUnconfirmed") : rich("account.phoneCodeLead", { phone: `+91 ${sentTo}` });
  return (
    <AccountPage brand={brand} title={rich("account.confirmPhone")} lead={lead}>
      <PageHead shop={shop} title={t("account.confirmPhone")} />
      {sentTo === null ? (
        <NumberForm action={action} phone={phone} lastResult={actionData} />
      ) : (
        <>
          <CodeForm
            action={action}
            brand={brand}
            resendAt={resendAt}
            lastResult={actionData}
            outbox={<DemoOutbox brand={brand} />}
          />
          <p>{rich("account.otherNumber", { link: (parts) => <a href={`${action}?other`}>{parts}</a> })}</p>
        </>
      )}
    </AccountPage>
  );
}
