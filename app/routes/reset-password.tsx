import { getFormProps } from "@conform-to/react";
import type { FormEvent } from "react";
import { data, href, redirectDocument } from "react-router";
import { useHydrated } from "remix-utils/use-hydrated";
import type { Route } from "./+types/reset-password";
import { PASSWORD_MIN_CHARACTERS } from "#app/constants.ts";
import { fieldProps } from "#app/forms/field-props.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { resetRules } from "#app/forms/reset.ts";
import { useRules } from "#app/forms/use-rules.ts";
import { AccountPage } from "#app/ui/account-page.tsx";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { NoResetNotice } from "#app/ui/no-reset-notice.tsx";
import { PageHead } from "#app/ui/page-head.tsx";

export const handle = { hydrate: true };

/** Without JavaScript the passwords come here to be compared; no host takes them, so they go no further. */
export async function action({ request }: Route.ActionArgs) {
  const submission = parseForm(await request.formData(), resetRules);
  const hideFields = ["password", "confirm"];
  if (submission.status !== "success") return data(submission.reply({ hideFields }), 400);
  return redirectDocument(href("/login"), 303);
}

export default function ResetPassword({ actionData, matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  const isHydrated = useHydrated();
  const [form, { password, confirm }] = useRules({ id: "reset", rules: resetRules, lastResult: actionData });
  const typed = password.value ?? "";
  const isReady = typed.length >= PASSWORD_MIN_CHARACTERS && typed === confirm.value;

  function finish(event: FormEvent<HTMLFormElement>) {
    form.onSubmit?.(event);
    if (event.defaultPrevented) return;
    // A password that nobody takes does not leave the browser.
    event.preventDefault();
    location.assign(href("/login"));
  }

  return (
    <AccountPage title="Reset Password" lead="Choose a new password.">
      <PageHead shop={matches[0].loaderData} title="Reset Password" />
      <NoResetNotice brand={brand} />
      <form method="post" {...getFormProps(form)} onSubmit={finish}>
        <Field
          label="New Password"
          {...fieldProps(password, "password")}
          autoComplete="new-password"
          hint="At least 8 characters"
        />
        <Field label="Confirm Password" {...fieldProps(confirm, "password")} autoComplete="new-password" />
        <Button isWide disabled={isHydrated && !isReady} busyLabel="Resetting...">
          Reset Password
        </Button>
      </form>
    </AccountPage>
  );
}
