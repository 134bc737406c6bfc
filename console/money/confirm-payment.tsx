import { Button } from "#app/ui/button.tsx";
import { Checkbox, Field } from "#app/ui/field.tsx";

import type { Typed } from "../base/form.ts";
import type { explain } from "../base/responses.server.ts";
import { CodeField } from "../ui/code-field.tsx";

type ConfirmPaymentProps = {
  /** The order that was chosen from the list. */
  order: string | null;
  actionData?: { typed: Typed; problem: ReturnType<typeof explain> };
};

/**
 * Confirms a payment that the member has found on the bank statement. The amount is never filled in: it must come from the
 * statement.
 */
export function ConfirmPayment({ order, actionData }: ConfirmPaymentProps) {
  const typed: Typed = actionData?.typed ?? {};
  const fields = actionData?.problem.fields ?? {};
  return (
    <>
      <h2 id="confirm">Confirm a payment</h2>
      <p>
        Look for the payment on the statement of your own account. Never confirm one by what the payer says or shows.
        Another amount than the order’s goes back to the payer.
      </p>
      <form method="post" className="narrow-form">
        <Field
          name="order"
          label="Order number or reference"
          defaultValue={typed.order ?? order ?? ""}
          maxLength={64}
          required
          error={fields.order}
        />
        <Field
          name="reference"
          label="UTR"
          hint="The 12 digits of the payment on the statement, also called RRN or reference number."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed.reference}
          required
          error={fields.reference}
        />
        <Field
          name="amount"
          label="Amount on the statement"
          unit="₹"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed.amount}
          required
          error={fields.amount}
        />
        {fields.other_amount && (
          <Checkbox name="other_amount" label="The statement says this other amount." error={fields.other_amount} />
        )}
        <CodeField id="confirm-code" error={fields.code} />
        <p>
          <Button busyLabel="Confirming...">Confirm</Button>
        </p>
      </form>
    </>
  );
}
