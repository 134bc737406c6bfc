import { describe, FieldFrame } from "#app/ui/field.tsx";

type ColourFieldProps = {
  name: string;
  label: string;
  hint?: string;
  error?: string;
  defaultValue?: string;
  isReadOnly?: boolean;
};

const isColour = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);

/** A colour as text, with a sample. If scripts run, a press on the sample opens the browser's picker. */
export const ColourField = ({ name, label, hint, error, defaultValue: value = "", isReadOnly }: ColourFieldProps) => (
  <FieldFrame id={name} label={label} hint={hint} error={error}>
    <colour-field>
      <input
        {...describe(name, hint, error)}
        className="input"
        name={name}
        defaultValue={value}
        readOnly={isReadOnly}
        placeholder="#1f3a5f"
        spellCheck={false}
        autoCapitalize="none"
      />
      <span className="swatch">
        <svg aria-hidden="true">
          <rect width="100%" height="100%" fill={isColour(value) ? value : "none"} />
        </svg>
        {!isReadOnly && <input type="color" className="scripted" aria-label={`Choose: ${label}`} />}
      </span>
    </colour-field>
  </FieldFrame>
);
