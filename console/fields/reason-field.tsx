import { Field } from "#app/ui/field.tsx";

type ReasonProps = { id: string; value?: string; error?: string };

/** The field for a member's reason. */
export const ReasonField = ({ id, value, error }: ReasonProps) => (
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
