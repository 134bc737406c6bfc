import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { backendContext, commerceContext, sessionContext, visitorContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safePath } from "#app/tenant/urls.ts";
import { deviceCodeMessage, messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import { AccountPage } from "../account/account-page.tsx";
import { DemoOutbox } from "../account/demo-outbox.tsx";
import type { Route } from "./+types/confirm-device";
import { ConfirmElsewhere } from "./confirm-elsewhere.tsx";

/** Codes show, and delivery addresses change, on confirmed devices only. `returnTo` is the page to return to. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(backendContext).isEmbedded) throw data(null, 404);
  const { user } = context.get(visitorContext);
  return {
    email: user?.email ?? t("account.ownEmail"),
    isEmailVerified: user?.isEmailVerified ?? true,
    isElsewhere: user?.email === "",
    isSent: url.searchParams.has("sent"),
    here: confirmDeviceHref(safePath(url.searchParams.get("returnTo"), href("/order-history"))),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  if (!context.get(backendContext).isEmbedded) throw data(null, 404);
  const form = await request.formData();
  const commerce = context.get(commerceContext);
  const returnTo = safePath(url.searchParams.get("returnTo"), href("/order-history"));
  if (form.get("intent") === "send") {
    const sent = await commerce.sendDeviceCode();
    if (!sent.ok) return data({ problem: deviceCodeMessage(sent.error) }, pageStatus(sent.error));
    return redirectDocument(sent.value ? returnTo : `${confirmDeviceHref(returnTo)}&sent`, 303);
  }
  const confirmed = await commerce.confirmDevice(String(form.get("code") ?? ""));
  if (!confirmed.ok)
    return data({ problem: messageFor("confirmDevice", confirmed.error) }, pageStatus(confirmed.error));
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.deviceConfirmed") });
  return redirectDocument(returnTo, 303);
}

export default function ConfirmDevice({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { email, isEmailVerified, isSent, here } = loaderData;
  const { brand } = shop;
  const problem = actionData?.problem;
  if (loaderData.isElsewhere) return <ConfirmElsewhere here={here} problem={problem} />;
  return (
    <AccountPage brand={brand} title={rich("account.confirmDevice")} lead={rich("account.confirmDeviceLead")}>
      <PageHead shop={shop} title={t("account.confirmDevice")} />
      {!isEmailVerified && (
        <p>
          {rich("account.confirmAddressFirst", {
            email,
            link: (parts) => <a href={href("/verify-email")}>{parts}</a>,
          })}
        </p>
      )}
      {isEmailVerified && isSent && (
        <>
          <p>{rich("account.deviceCodeSent", { email })}</p>
          <DemoOutbox brand={brand} />
          <form method="post" action={`${here}&sent`}>
            <Field
              label={rich("fields.code")}
              name="code"
              maxLength={20}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus={problem !== undefined}
              error={problem}
            />
            <Button isWide busyLabel={t("account.confirming")}>
              {rich("account.confirmDevice")}
            </Button>
          </form>
        </>
      )}
      {isEmailVerified && (
        <form method="post" action={here}>
          {!isSent && problem && <Alert>{problem}</Alert>}
          {!isSent && <p>{rich("account.deviceCodeNeeded", { email })}</p>}
          <Button look={isSent ? "quiet" : undefined} name="intent" value="send" busyLabel={t("account.sending")}>
            {isSent ? rich("account.sendOtherCode") : rich("account.sendCode")}
          </Button>
        </form>
      )}
    </AccountPage>
  );
}
