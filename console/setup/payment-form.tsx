import { Alert } from "#app/ui/notice.tsx";

import type { Typed } from "../base/form.ts";
import { gatewayName } from "../base/gateways.ts";
import { FieldControl } from "../brand/field-control.tsx";
import { fieldsOf } from "./gateway-fields.ts";
import type { PaymentSetup } from "./payment-responses.ts";
import type { SetupAction } from "./save-setup.server.ts";
import type { SavedPayments } from "./set-payments.server.ts";
import { SetupActions, SetupOutcome } from "./setup-actions.tsx";

type PaymentFormProps = {
  /** The gateway whose settings the form shows. */
  gateway: string;
  setup: PaymentSetup;
  canEdit: boolean;
  actionData?: SetupAction<SavedPayments>;
};

const CONFIRMATIONS: Record<string, string> = {
  refused: "Save though the gateway refuses the credentials or was not reached: payments may fail",
  open: "Change the gateway though something is open at the former one: somebody looks it up there",
};

/** The settings of one gateway. Typed values stay until they are saved. */
export function PaymentForm({ gateway, setup, canEdit, actionData }: PaymentFormProps) {
  const { current, seen, may_simulate: maySimulate } = setup;
  const former: Typed = current.gateway === gateway ? current : {};
  const values = actionData?.typed ?? former;
  const problems = actionData?.problem?.fields ?? {};
  return (
    <form method="post" className="brand-form payment-form stack">
      {actionData && <Outcome {...actionData} />}
      <input type="hidden" name="seen" value={actionData?.seen ?? seen} />
      <input type="hidden" name="gateway" value={gateway} />
      {gateway === "sandbox" && (
        <p>The shopper decides whether a payment succeeds, and no money moves. For trying things out.</p>
      )}
      {fieldsOf(gateway, { maySimulate }).map((field) => (
        <FieldControl
          key={field.path}
          field={field}
          value={values[field.path] ?? ""}
          error={problems[field.path]}
          isReadOnly={!canEdit}
        />
      ))}
      {canEdit && (
        <SetupActions
          confirmations={CONFIRMATIONS}
          save={current.gateway === gateway ? "Save" : `Save: ${gatewayName(gateway)}`}
          actionData={actionData}
        />
      )}
    </form>
  );
}

/** The gateway's findings, open business at the former one, and the reason why nothing was saved. */
function Outcome({ outcome, objections, problem }: SetupAction<SavedPayments>) {
  const { findings = [], open = null } = outcome ?? {};
  return (
    <SetupOutcome findings={findings} objections={objections} problem={problem}>
      {open !== null && (
        <Alert tone={objections.includes("open") ? "error" : "info"}>
          {open}. An unpaid payment ends within two days, a refund within a week.
        </Alert>
      )}
    </SetupOutcome>
  );
}
