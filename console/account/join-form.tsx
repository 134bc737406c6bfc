import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Qr } from "#app/ui/qr/qr.tsx";
import type { QrPath } from "#app/ui/qr/qr-path.ts";

import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";

type JoinFormProps = {
  /** `secret`: the key of the authenticator app, which `qr` also contains. */
  invitation: { email: string; role: string; isReset: boolean; secret: string; qr: QrPath };
  /** The typed values, and the reason for the refusal. */
  refused?: {
    typed: { name: string; code: string };
    problem: { text: string; fields: Record<string, string> } | null;
  };
};

/** An invited person's name, password and authenticator app; or a member's new ones. */
export function JoinForm({ invitation, refused }: JoinFormProps) {
  const { email, role, isReset, qr, secret } = invitation;
  const problem = refused?.problem;
  return (
    <main id="main" className="console-door">
      <PageTitle title={isReset ? "Set a new password and app" : "Welcome to the console"} />
      <p>
        {isReset ? `For ${email}.` : `${email} is invited as ${role}.`} The link works once, within three days of its
        making.
      </p>
      {!isReset && (
        <p>
          Do you use this console already with this address? Then enter your own password and a code of your own app.
        </p>
      )}
      <form method="post" className="stack">
        {problem && <Refusal {...problem} />}
        <Field
          name="name"
          label="Your name"
          autoComplete="name"
          required
          defaultValue={refused?.typed.name}
          error={problem?.fields.name}
        />
        <Field
          name="password"
          type="password"
          label="Password"
          hint="At least 12 characters. A few words that only you would put together are best."
          autoComplete="new-password"
          required
          error={problem?.fields.password}
        />
        <fieldset className="stack">
          <legend>Authenticator app</legend>
          <p>Scan this with an app such as Aegis, 2FAS or Google Authenticator, or type the key into it.</p>
          <Qr {...qr} label="QR code of the key below" />
          <p>
            <code className="key">{secret.match(/.{1,4}/g)?.join(" ")}</code>
          </p>
          <Field
            name="code"
            label="Code that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={problem?.fields.code}
          />
        </fieldset>
        <Button isWide busyLabel="Saving...">
          {isReset ? "Save" : "Join"}
        </Button>
      </form>
    </main>
  );
}
