import { Button } from "#app/ui/button.tsx";

import { CodeField } from "./code-field.tsx";
import type { Typed } from "./form.ts";

type ConfirmCodeProps = {
  /** The form that the server refused without a code. */
  typed: Typed;
  problem: string;
  /** What the button does. */
  label: string;
};

/** Sends a form again, with a code of the member's app. */
export function ConfirmCode({ typed, problem, label }: ConfirmCodeProps) {
  const { code: _, ...fields } = typed;
  return (
    <form method="post" className="stack confirm-code">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <CodeField id="confirm-code" required error={problem} />
      <p>
        <Button busyLabel="Sending...">{label}</Button>
      </p>
    </form>
  );
}
