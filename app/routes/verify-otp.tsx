import { data, href, redirectDocument } from "react-router";
import type { Route } from "./+types/verify-otp";
import { OTP_DIGITS, PLACEHOLDER_PHONE } from "#app/constants.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { otpRules } from "#app/forms/reset.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { NoResetNotice } from "#app/ui/no-reset-notice.tsx";
import { OtpField } from "#app/ui/otp-field.tsx";
import { PageHead } from "#app/ui/page-head.tsx";

/** Two forms: the code, and Send Again, which does nothing (spec, section 2). */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get("intent") === "send-again") return redirectDocument(href("/verify-otp"), 303);

  form.set("code", form.getAll("digit").join(""));
  const submission = parseForm(form, otpRules);
  if (submission.status !== "success") return data({ error: submission.error?.code?.[0] }, 400);
  return redirectDocument(href("/reset-password"), 303);
}

export default function VerifyOtp({ actionData, matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  return (
    <AccountPage title="Enter the code" lead={`The ${OTP_DIGITS}-digit code of +91 ${PLACEHOLDER_PHONE}`}>
      <PageHead shop={matches[0].loaderData} title="Verify OTP" />
      <NoResetNotice brand={brand} />
      <form method="post" noValidate>
        <OtpField digits={OTP_DIGITS} error={actionData?.error} />
        <Button isWide busyLabel="Validating...">
          Validate OTP
        </Button>
      </form>
      <form method="post">
        <Button look="quiet" name="intent" value="send-again">
          Send Again
        </Button>
      </form>
    </AccountPage>
  );
}
