import CircleAlert from "lucide/dist/esm/icons/circle-alert.mjs";
import type { ComponentProps, ReactNode } from "react";

import { marked, rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
import { Icon } from "./icon.tsx";

type FieldShape = {
  label: ReactNode;
  hint?: ReactNode;
  /** Shows the hint as good news, e.g. 'Valid 10-digit number'. */
  isHintGood?: boolean;
  error?: string;
  /** Shown inside the box before the value, e.g. "₹". */
  unit?: string;
  /** Hides the label visually, not from assistive technology. */
  isLabelHidden?: boolean;
};

type FieldProps = Omit<ComponentProps<"input">, "id"> & FieldShape & { id?: string; name: string };

/**
 * A labelled input with hint and error; takes Conform's getInputProps or plain attributes. Always renders the error's
 * element, for <checked-form> to fill. A hint that repeats the error stays empty.
 */
export function Field({ label, hint, isHintGood, error, isLabelHidden, unit, ...input }: FieldProps) {
  const id = input.id ?? input.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} isHintGood={isHintGood} error={error} isLabelHidden={isLabelHidden}>
      {input.type === "password" ? (
        <password-field>
          <input {...input} {...describe(id, hint, error)} className="input" />{" "}
          <button type="button" className="reveal scripted" aria-pressed="false" aria-label={t("ui.showPassword")}>
            <span className="when-hidden">{rich("ui.show")}</span> <span className="when-shown">{rich("ui.hide")}</span>
          </button>
        </password-field>
      ) : unit ? (
        <span className="unit" data-unit={unit}>
          <input {...input} {...describe(id, hint, error)} className="input" />
        </span>
      ) : (
        <input {...input} {...describe(id, hint, error)} className="input" />
      )}
    </FieldFrame>
  );
}

type TextAreaProps = Omit<ComponentProps<"textarea">, "id"> & FieldShape & { id?: string; name: string };

export function TextArea({ label, hint, isHintGood, error, isLabelHidden, ...area }: TextAreaProps) {
  const id = area.id ?? area.name;
  return (
    <FieldFrame id={id} label={label} hint={hint} isHintGood={isHintGood} error={error} isLabelHidden={isLabelHidden}>
      <textarea rows={5} {...area} {...describe(id, hint, error)} className="input" />
    </FieldFrame>
  );
}

/**
 * The attributes that tie a control to its hint and error. The first wrong control of a new document gets the focus,
 * unless an earlier box has it.
 */
export const describe = (id: string, hint: ReactNode, error?: string) => ({
  id,
  "aria-invalid": error ? true : undefined,
  ...(error && { autoFocus: true }),
  "aria-describedby": [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ") || undefined,
});

/** A control's label, hint and error. */
export function FieldFrame({
  id,
  label,
  hint,
  isHintGood,
  error,
  isLabelHidden,
  children,
}: FieldShape & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={isLabelHidden ? "sr" : undefined}>
        {marked(label)}
      </label>{" "}
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && (
        <p id={`${id}-hint`} className={isHintGood ? "hint good" : "hint"}>
          {hint !== error && marked(hint)}
        </p>
      )}
    </div>
  );
}

/** The error of a control. Empty errors are hidden; screen readers announce new ones. */
export function FieldError({ id, children }: { id?: string; children?: ReactNode }) {
  return (
    <p id={id} className="field-error" role="alert">
      <Icon of={CircleAlert} size={16} />
      <span>{marked(children)}</span>
    </p>
  );
}

type CheckboxProps = Omit<ComponentProps<"input">, "id" | "type"> & {
  id?: string;
  name: string;
  label: ReactNode;
  error?: string;
};

export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const id = input.id ?? input.name;
  return (
    <div className="field">
      <label className="check" htmlFor={id}>
        <input {...input} {...describe(id, null, error)} type="checkbox" /> <span>{marked(label)}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
