import { Alert } from "#app/ui/notice.tsx";

type RefusalProps = {
  text: string;
  /** What is wrong with single fields, which tell it themselves: the first of them has the focus. */
  fields?: Record<string, string>;
};

/** Hidden, so they cannot have the focus. */
const HIDDEN = ["number"];

/** Why a form was refused. It has the focus of a new document unless a wrong field has it. */
export const Refusal = ({ text, fields = {} }: RefusalProps) => (
  <Alert isFocused={Object.keys(fields).every((name) => HIDDEN.includes(name))}>{text}</Alert>
);
