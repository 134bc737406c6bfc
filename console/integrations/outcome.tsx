import { CopyButton } from "#app/ui/copy-button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { ConfirmCode } from "../ui/confirm-code.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Refused } from "./send-action.server.ts";

type OutcomeProps = {
  refused: Refused | null;
  once: { text: string; isKey: boolean } | null;
  /** The labels of the actions whose forms have no field for a code. */
  confirmed: Record<string, string>;
};

/** The result of a form: a problem, a request for a code, or a secret that is shown once. */
export function Outcome({ refused, once, confirmed }: OutcomeProps) {
  const label = refused ? confirmed[refused.typed.act ?? ""] : undefined;
  if (once)
    return (
      <Alert tone="success">
        <p>
          {once.isKey ? "This is the key." : "This is the secret that signs the endpoint's events."} It is shown only
          now: keep it where only that system can read it.
        </p>
        <p className="one-time-link">
          <code>{once.text}</code> <CopyButton value={once.text} label={once.isKey ? "the key" : "the secret"} />
        </p>
      </Alert>
    );
  if (refused === null) return null;
  if (label !== undefined && refused.fields.code !== undefined)
    return <ConfirmCode typed={refused.typed} problem={refused.fields.code} label={label} />;
  return <Refusal {...refused} />;
}
