import { data, redirectDocument } from "react-router";

import { env } from "#app/base/env.server.ts";
import { sessionContext } from "#app/request/context.ts";
import { safePath } from "#app/tenant/urls.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import { staffApiContext } from "../base/context.server.ts";
import { explain } from "../base/responses.server.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { PasskeyButton } from "../ui/passkey-button.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/sign-in";
import { SignedInSchema, signInWith } from "./signed-in.server.ts";

export function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(sessionContext).isSignedIn) throw redirectDocument(safePath(url.searchParams.get("returnTo")));
  return { isDemo: env.isDemo };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const passkey = form.get("passkey");
  const api = context.get(staffApiContext);
  const { email, password, code } = Object.fromEntries(
    ["email", "password", "code"].map((name) => [name, String(form.get(name) ?? "")]),
  ) as { email: string; password: string; code: string };
  const answer =
    typeof passkey === "string"
      ? await api.post("sign-in/passkey", SignedInSchema, { passkey })
      : await api.post("sign-in", SignedInSchema, { email, password, code });
  if (!answer.ok) return data({ email, problem: explain(answer.error).text }, 400);
  signInWith(context.get(sessionContext), answer.value);
  return redirectDocument(safePath(url.searchParams.get("returnTo")), 303);
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <main id="main" className="console-door">
      <PageTitle title="Sign in to the console" />
      <page-region id="sign-in-region">
        <form method="post" className="stack">
          {actionData && <Refusal text={actionData.problem} />}
          <Field
            name="email"
            type="email"
            label="E-mail address"
            autoComplete="username"
            required
            defaultValue={actionData?.email}
          />
          <Field name="password" type="password" label="Password" autoComplete="current-password" required />
          <Field
            name="code"
            label="Code"
            hint={`Six digits of your authenticator app, or a recovery code.${loaderData.isDemo ? " The demo needs none." : ""}`}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button isWide busyLabel="Signing in...">
            Sign in
          </Button>
        </form>
        <form method="post">
          <PasskeyButton field="passkey">Sign in with a passkey</PasskeyButton>
        </form>
      </page-region>
      <p className="muted small">
        No account? An owner invites you. Lost your phone and your recovery codes? An owner sends you a new link.
      </p>
    </main>
  );
}
