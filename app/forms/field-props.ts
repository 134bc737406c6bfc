import { type FieldMetadata, getInputProps, getTextareaProps } from "@conform-to/react";

type TextField = FieldMetadata<string, Record<string, string>, string[]>;

/** A Field's props from Conform's field: attributes, typed value, first error. */
export function fieldProps(field: TextField, type: "text" | "email" | "tel" | "password") {
  const { key: _key, ...props } = getInputProps(field, { type });
  return { ...props, error: field.errors?.[0] };
}

/** The same for a TextArea. */
export function areaProps(field: TextField) {
  const { key: _key, ...props } = getTextareaProps(field);
  return { ...props, error: field.errors?.[0] };
}
