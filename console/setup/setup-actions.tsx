import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { CodeField } from "../ui/code-field.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { Findings } from "./findings.tsx";
import type { Finding } from "./payment-responses.ts";
import type { SetupAction } from "./save-setup.server.ts";

type Action = Pick<SetupAction<never>, "objections" | "ticked" | "problem">;

type SetupActsProps = {
  /** The label of the tick that overrides each objection. */
  confirmations: Record<string, string>;
  save: string;
  actionData?: Action;
  /** More buttons. */
  children?: ReactNode;
};

/** The end of a form that is tried before it is saved: ticks that override objections, a code, and the buttons. */
export const SetupActions = ({ confirmations, save, actionData, children }: SetupActsProps) => (
  <>
    {actionData?.objections.map((objection) => (
      <Checkbox
        key={objection}
        id={`confirmed-${objection}`}
        name="confirmed"
        value={objection}
        label={confirmations[objection]}
        defaultChecked={actionData.ticked.includes(objection)}
      />
    ))}
    <CodeField id="setup-code" error={actionData?.problem?.fields.code} />
    <p className="actions">
      <Button name="act" value="save" busyLabel="Saving...">
        {save}
      </Button>{" "}
      <Button look="outline" name="act" value="try" busyLabel="Trying...">
        Try
      </Button>
      {children}
    </p>
  </>
);

type SetupOutcomeProps = Omit<Action, "ticked"> & { findings: Finding[]; children?: ReactNode };

/** The findings, and the reason why nothing was saved. */
export const SetupOutcome = ({ findings, objections, problem, children }: SetupOutcomeProps) => (
  <>
    {problem && <Refusal {...problem} />}
    {objections.length > 0 && problem === null && (
      <Alert isFocused>Nothing was saved. Mend what stands below, or tick that you want it nevertheless.</Alert>
    )}
    {children}
    <Findings findings={findings} />
  </>
);
