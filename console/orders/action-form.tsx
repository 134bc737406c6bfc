import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";

import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";

/** The action that was just sent and failed, or that shows a code. */
export type LastAction = {
  act: string;
  typed: Record<string, string>;
  problem: { text: string; fields: Record<string, string> } | null;
  codes: { card_number?: string; pin?: string | null; claim_url?: string | null } | null;
} | null;

type ActionFormProps = {
  act: string;
  title: string;
  /** The action's effect, and the people whom it concerns. */
  about: ReactNode;
  button: string;
  last: LastAction;
  isGrave?: boolean;
  needsReason?: boolean;
  children?: ReactNode;
  /** Distinguishes forms of the same action. */
  of?: string;
};

/** One action: closed until it is needed, and open if its answer reports an error. */
export function ActionForm(props: ActionFormProps) {
  const { act, title, about, button, isGrave, needsReason, children, of = "" } = props;
  const isLast = props.last?.act === act && (props.last.typed.gift ?? props.last.typed.refund ?? "") === of;
  const last = isLast ? props.last : null;
  const id = (name: string) => `${act}${of}-${name}`;
  return (
    <details className="act" open={isLast}>
      <summary>{title}</summary>
      {/* Without this, Back would make the browser fill the new page's form with the former page's values. */}
      <form method="post" className="stack" autoComplete="off">
        <p className="small">{about}</p>
        <input type="hidden" name="act" value={act} />
        {children}
        {needsReason && (
          <ReasonField id={id("reason")} value={last?.typed.reason} error={last?.problem?.fields.reason} />
        )}
        {isGrave && <CodeField id={id("code")} error={last?.problem?.fields.code} />}
        <Button look={isGrave ? "danger" : "outline"} busyLabel="Working...">
          {button}
        </Button>
      </form>
    </details>
  );
}
