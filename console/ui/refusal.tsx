import { Alert } from "#app/ui/notice.tsx";

type RefusalProps = {
  text: string;
  /** The errors of single fields. The fields show them, and the first of these fields gets the focus. */
  fields?: Record<string, string>;
};

/** Hidden, so they cannot have the focus. */
const HIDDEN = ["number"];

/** The reason for a refused form. It gets the focus of a new document unless a wrong field has it. */
export const Refusal = ({ text, fields = {} }: RefusalProps) => (
  <Alert isFocused={Object.keys(fields).every((name) => HIDDEN.includes(name))}>{text}</Alert>
);
