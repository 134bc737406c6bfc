import { data, href, redirectDocument } from "react-router";

import { OTP_CHARACTERS } from "#app/base/constants.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { otpRules } from "#app/forms/reset.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/verify-otp";
import { AccountPage } from "./account-page.tsx";
import { DemoOutbox } from "./demo-outbox.tsx";
import { NoResetNotice } from "./no-reset-notice.tsx";
import { OtpField } from "./otp-field.tsx";
import { findAsked, redirectToStart } from "./reset-steps.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { features, forms } = context.get(siteContext).tenant;
  if (!forms.passwordReset) throw redirectDocument(href("/forgot"));
  if (!features.passwordReset) return null;
  const session = context.get(sessionContext);
  if (!findAsked(session)) throw redirectToStart(session);
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const session = context.get(sessionContext);
  const commerce = context.get(commerceContext);
  const canReset = context.get(siteContext).tenant.features.passwordReset;
  const asked = findAsked(session);
  if (canReset && !asked) return redirectToStart(session);
  if (form.get("intent") === "send-again") {
    if (!asked) return redirectDocument(href("/verify-otp"), 303);
    const begun = await commerce.forgetPassword(asked.username);
    if (!begun.ok) return data({ error: messageFor("forgetPassword", begun.error) }, pageStatus(begun.error));
    session.setReset({ ...asked, transaction: begun.value });
    session.setFlash({ kind: "success", text: t("messages.codeSent") });
    return redirectDocument(href("/verify-otp"), 303);
  }

  form.set("code", form.getAll("digit").join(""));
  const submission = parseForm(form, otpRules());
  if (submission.status !== "success") return data({ error: submission.error?.code?.[0] }, 400);
  if (!asked) return redirectDocument(href("/reset-password"), 303);
  const checked = await commerce.checkResetCode(asked.transaction, submission.value.code);
  if (!checked.ok) return data({ error: messageFor("checkResetCode", checked.error) }, pageStatus(checked.error));
  session.setReset({ token: checked.value });
  return redirectDocument(href("/reset-password"), 303);
}

/** The text about the mail does not reveal whether the account exists. */
export default function VerifyOtp({ actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  return (
    <AccountPage
      brand={brand}
      title={rich("account.enterCode")}
      lead={brand.features.passwordReset && rich("account.codeMailed")}
    >
      <PageHead shop={shop} title={t("account.verifyOtp")} />
      <NoResetNotice brand={brand} />
      <DemoOutbox brand={brand} />
      <form method="post" noValidate>
        <OtpField characters={OTP_CHARACTERS} error={actionData?.error} />
        <Button isWide busyLabel={t("account.validating")}>
          {rich("account.validateOtp")}
        </Button>
      </form>
      <form method="post">
        <Button look="quiet" name="intent" value="send-again">
          {rich("account.sendAgain")}
        </Button>
      </form>
    </AccountPage>
  );
}
