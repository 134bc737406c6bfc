import { useRouteLoaderData } from "react-router";

import { Field } from "#app/ui/field.tsx";

import { PasskeyButton } from "./passkey-button.tsx";
import type { loader } from "./signed-in.tsx";

type CodeFieldProps = {
  id: string;
  error?: string;
  /** The form was refused because it had no code. */ required?: boolean;
};

/** True for a demo's member, who has neither an app nor a passkey: the API takes any code. */
export function useHasNoCode() {
  const me = useRouteLoaderData<typeof loader>("ui/signed-in")?.me;
  return me !== undefined && !me.has_app && !me.has_passkeys;
}

/** Confirms a risky action with a code from the member's app or with a passkey. Recovery codes have letters. */
export function CodeField({ id, error, required }: CodeFieldProps) {
  const me = useRouteLoaderData<typeof loader>("ui/signed-in")?.me;
  if (useHasNoCode()) return <input type="hidden" name="code" value="demo" />;
  return (
    <>
      <Field
        id={id}
        name="code"
        label="Code of your authenticator app"
        hint={
          required
            ? "Or a recovery code. It counts for ten minutes."
            : "Or a recovery code. Not needed if you entered one within the last ten minutes."
        }
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required={required}
        error={error}
      />
      {me?.has_passkeys && <PasskeyButton field="code">Use a passkey instead</PasskeyButton>}
    </>
  );
}
