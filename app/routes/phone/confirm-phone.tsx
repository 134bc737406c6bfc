import { data, href, redirectDocument } from "react-router";

import { parseForm } from "#app/forms/parse.server.ts";
import { mobileRules, phoneCodeRules } from "#app/forms/phone-code.ts";
import { sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { AccountPage } from "#app/routes/account/account-page.tsx";
import { DemoOutbox } from "#app/routes/account/demo-outbox.tsx";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/confirm-phone";
import { CodeForm } from "./code-form.tsx";
import { confirmNumber, sendConfirmation } from "./confirm-steps.server.ts";
import { DormantNumber } from "./dormant-number.tsx";
import { NumberForm } from "./number-form.tsx";
import { findPhoneStep } from "./phone-steps.server.ts";

/** Makes a number the verified phone of a signed-in account: the number, then the code. `?other` begins again. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(siteContext).tenant.features.phoneSignIn) throw data(null, 404);
  const step = url.searchParams.has("other") ? null : findPhoneStep(context.get(sessionContext), "confirm");
  const resendAt = step && step.resendAt > Date.now() ? step.resendAt : null;
  const phone = context.get(visitorContext).user?.phone ?? "";
  return { sentTo: step?.phone ?? null, isDormant: step?.isDormant ?? false, phone, resendAt };
}

export async function action({ request, context }: Route.ActionArgs) {
  if (!context.get(siteContext).tenant.features.phoneSignIn) throw data(null, 404);
  const form = await request.formData();
  const step = findPhoneStep(context.get(sessionContext), "confirm");
  if (form.has("phone")) {
    const submission = parseForm(form, mobileRules());
    if (submission.status !== "success") return data(submission.reply(), 400);
    return sendConfirmation(context, submission.value.phone, "phone");
  }
  if (step === null) return redirectDocument(href("/confirm-phone"), 303);
  if (form.get("intent") === "send-again") return sendConfirmation(context, step.phone, "code");
  if (form.get("intent") === "take") return confirmNumber(context, step, { takesOver: true });
  const submission = parseForm(form, phoneCodeRules());
  if (submission.status !== "success") return data(submission.reply(), 400);
  return confirmNumber(context, step, { code: submission.value.code });
}

export default function ConfirmPhone({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { sentTo, isDormant, phone, resendAt } = loaderData;
  const action = href("/confirm-phone");
  const other = `${action}?other`;
  if (isDormant)
    return (
      <AccountPage brand={brand} title={rich("account.dormant")} lead={rich("account.dormantLead")}>
        <PageHead shop={shop} title={t("account.dormant")} />
        <DormantNumber action={action} otherHref={other} />
      </AccountPage>
    );
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
          <p>{rich("account.otherNumber", { link: (parts) => <a href={other}>{parts}</a> })}</p>
        </>
      )}
    </AccountPage>
  );
}
