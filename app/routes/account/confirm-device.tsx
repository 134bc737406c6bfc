import { data, href, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { backendContext, commerceContext, sessionContext, visitorContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safePath } from "#app/tenant/urls.ts";
import { messageFor } from "#app/texts/messages.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/confirm-device";
import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";

/** Codes show, and delivery addresses change, on confirmed devices only. `returnTo` is the page to return to. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(backendContext).isEmbedded) throw data(null, 404);
  const { user } = context.get(visitorContext);
  return {
    email: user?.email ?? "your e-mail address",
    isEmailVerified: user?.isEmailVerified ?? true,
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
    if (!sent.ok) return data({ problem: messageFor("sendDeviceCode", sent.error) }, pageStatus(sent.error));
    return redirectDocument(sent.value ? returnTo : `${confirmDeviceHref(returnTo)}&sent`, 303);
  }
  const confirmed = await commerce.confirmDevice(String(form.get("code") ?? ""));
  if (!confirmed.ok)
    return data({ problem: messageFor("confirmDevice", confirmed.error) }, pageStatus(confirmed.error));
  context.get(sessionContext).setFlash({ kind: "success", text: t("messages.deviceConfirmed") });
  return redirectDocument(returnTo, 303);
}

const WHY =
  "Only a confirmed device can show voucher codes, change where they are sent, or spend coins on gifts. " +
  "This protects them from anyone who learns your password.";

export default function ConfirmDevice({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { email, isEmailVerified, isSent, here } = loaderData;
  const { brand } = shop;
  const problem = actionData?.problem;
  return (
    <AccountPage brand={brand} title="Confirm this device" lead={WHY}>
      <PageHead shop={shop} title="Confirm this device" />
      {!isEmailVerified && (
        <p>
          We send the code to {email}. Please <a href={href("/verify-email")}>confirm that address</a> first.
        </p>
      )}
      {isEmailVerified && isSent && (
        <>
          <p>We have sent a code of four letters and digits to {email}. It works for 10 minutes.</p>
          <DemoOutbox brand={brand} />
          <form method="post" action={`${here}&sent`}>
            <Field
              label="Code"
              name="code"
              maxLength={20}
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              autoFocus={problem !== undefined}
              error={problem}
            />
            <Button isWide busyLabel="Confirming...">
              Confirm this device
            </Button>
          </form>
        </>
      )}
      {isEmailVerified && (
        <form method="post" action={here}>
          {!isSent && problem && <Alert>{problem}</Alert>}
          {!isSent && <p>We send a code to {email}. Enter it on this device, once.</p>}
          <Button look={isSent ? "quiet" : undefined} name="intent" value="send" busyLabel="Sending...">
            {isSent ? "Send another code" : "Send me a code"}
          </Button>
        </form>
      )}
    </AccountPage>
  );
}
