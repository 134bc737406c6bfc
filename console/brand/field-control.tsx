import { Checkbox, Field, TextArea } from "#app/ui/field.tsx";

import { languages } from "../../config/language/current.ts";
import { Choice } from "../fields/choice.tsx";
import { ColourField } from "../fields/colour-field.tsx";
import { type BrandField, defaultOf } from "./settings/fields.ts";

type FieldControlProps = {
  field: BrandField;
  /** See shownIn. */
  value: string;
  error?: string;
  isReadOnly: boolean;
};

/** The control of one field of a brand. */
export function FieldControl({ field, value, error, isReadOnly }: FieldControlProps) {
  const { path: name, label, kind = "line", hint, options = {}, language } = field;
  if (kind === "tick")
    return <Checkbox name={name} label={label} defaultChecked={value !== ""} error={error} disabled={isReadOnly} />;
  if (kind === "choice")
    return (
      <Choice
        name={name}
        label={label}
        options={options}
        value={value}
        hint={hint}
        error={error}
        isDisabled={isReadOnly}
      />
    );
  if (kind === "ticks") return <Ticks field={field} value={value} error={error} isReadOnly={isReadOnly} />;
  const { locale: lang, direction: dir } = languages.get(language ?? "") ?? {};
  const common = { name, label, hint, error, defaultValue: value, readOnly: isReadOnly, lang, dir };
  if (kind === "lines") return <TextArea {...common} rows={name.startsWith("pages.") ? 20 : 5} />;
  const placeholder = defaultOf(field) || undefined;
  if (kind === "whole") return <Field {...common} inputMode="numeric" />;
  if (kind === "colour")
    return (
      <ColourField name={name} label={label} hint={hint} error={error} isReadOnly={isReadOnly} defaultValue={value} />
    );
  return <Field {...common} placeholder={placeholder} />;
}

function Ticks({ field: { path, label, options = {} }, value, error, isReadOnly }: FieldControlProps) {
  const chosen = value.split(",");
  return (
    <fieldset className="ticks">
      <legend>{label}</legend>
      {Object.entries(options).map(([key, words]) => (
        <Checkbox
          key={key}
          id={`${path}-${key}`}
          name={path}
          value={key}
          label={words}
          defaultChecked={chosen.includes(key)}
          disabled={isReadOnly}
        />
      ))}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}
