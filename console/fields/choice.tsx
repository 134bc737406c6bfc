import { describe, FieldFrame } from "#app/ui/field.tsx";

type ChoiceProps = {
  /** Needed if the page has several fields of the same name. */
  id?: string;
  name: string;
  label: string;
  options: Record<string, string>;
  /** The label for no choice; absent if a choice is required. */
  none?: string;
  value?: string | null;
  hint?: string;
  error?: string;
  isRequired?: boolean;
  isDisabled?: boolean;
};

/** A labelled list to choose from. */
export const Choice = ({
  name,
  id = name,
  label,
  options,
  none,
  value,
  hint,
  error,
  isRequired,
  isDisabled,
}: ChoiceProps) => (
  <FieldFrame id={id} label={label} hint={hint} error={error}>
    <select
      {...describe(id, hint, error)}
      className="input"
      name={name}
      defaultValue={value ?? ""}
      required={isRequired}
      disabled={isDisabled}
    >
      {none !== undefined && <option value="">{none}</option>}
      {Object.entries(options).map(([key, words]) => (
        <option key={key} value={key}>
          {words}
        </option>
      ))}
    </select>
  </FieldFrame>
);
