import { Button } from "#app/ui/button.tsx";

import type { Typed } from "../base/form.ts";
import { CodeField, useHasNoCode } from "./code-field.tsx";

type ConfirmCodeProps = {
  /** The form that the server refused without a code. */
  typed: Typed;
  problem: string;
  /** The button's label. */
  label: string;
};

/** Sends a form again, with the member's code. The demo's member has none: the page gives the reason for the second step. */
export function ConfirmCode({ typed, problem, label }: ConfirmCodeProps) {
  const { code: _, ...fields } = typed;
  const hasNoCode = useHasNoCode();
  return (
    <form method="post" className="stack confirm-code">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hasNoCode && (
        <p>
          Here a member enters a code of their authenticator app. Demo members have no app, so nothing is asked for:
          press “{label}” once more.
        </p>
      )}
      <CodeField id="confirm-code" required error={problem} />
      <p>
        <Button busyLabel="Sending...">{label}</Button>
      </p>
    </form>
  );
}
