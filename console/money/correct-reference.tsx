import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import type { explain } from "../base/responses.server.ts";
import { CodeField } from "../ui/code-field.tsx";

type CorrectReferenceProps = { actionData?: { typed: Typed; problem: ReturnType<typeof explain> } };

/** Corrects a payment that was confirmed with the UTR of another payment, or with a typing error. */
export function CorrectReference({ actionData }: CorrectReferenceProps) {
  const typed: Typed = actionData?.typed ?? {};
  const fields = actionData?.problem.fields ?? {};
  const utr = { inputMode: "numeric", autoComplete: "off", required: true } as const;
  return (
    <>
      <h2 id="correct">Correct a UTR</h2>
      <p>
        For a payment that was confirmed with a wrong UTR. Its order and its amount stay, and the audit keeps the wrong
        UTR. The payment that has the wrong UTR can then be confirmed with it.
      </p>
      <form method="post" className="narrow-form">
        <Field {...utr} name="wrong" label="Wrong UTR" defaultValue={typed.wrong} error={fields.wrong} />
        <Field
          {...utr}
          name="right"
          label="Right UTR"
          hint="The 12 digits of the payment on the statement."
          defaultValue={typed.right}
          error={fields.right}
        />
        <CodeField id="correct-code" error={fields.code} />
        <p>
          <Button look="outline" busyLabel="Correcting...">
            Correct the UTR
          </Button>
        </p>
      </form>
    </>
  );
}
