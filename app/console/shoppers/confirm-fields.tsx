import { Field } from "#app/ui/field.tsx";

type ConfirmProps = { id: string; value?: string; error?: string };

/** Why a member acts. */
export const ReasonField = ({ id, value, error }: ConfirmProps) => (
  <Field
    id={id}
    name="reason"
    label="Reason"
    hint="The audit trail keeps it for good: name no person."
    maxLength={200}
    required
    defaultValue={value}
    error={error}
  />
);

/** The code of the member's app, for acts whose harm is large. */
export const CodeField = ({ id, error }: Omit<ConfirmProps, "value">) => (
  <Field
    id={id}
    name="code"
    label="Code of your app"
    hint="Only if you have not entered one for ten minutes."
    autoComplete="one-time-code"
    inputMode="numeric"
    error={error}
  />
);
