import { Field } from "#app/ui/field.tsx";

type CodeFieldProps = {
  id: string;
  error?: string;
  /** The form was refused for want of a code. */ required?: boolean;
};

/** The code of the member's app, for acts whose harm is large. Recovery codes have letters. */
export const CodeField = ({ id, error, required }: CodeFieldProps) => (
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
);
