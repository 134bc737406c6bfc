import { CopyButton } from "#app/ui/copy-button.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Typed } from "../base/form.ts";
import { ConfirmCode } from "../ui/confirm-code.tsx";
import { Refusal } from "../ui/refusal.tsx";

type OutcomeProps = {
  link: string | null;
  problem: string | null;
  confirm: { typed: Typed; problem: string } | null;
};

/** The result of a form: a one-time link, a problem, or a request for a code. */
export const Outcome = ({ link, problem, confirm }: OutcomeProps) => (
  <>
    {problem && <Refusal text={problem} />}
    {confirm && <ConfirmCode {...confirm} label={LABELS[confirm.typed.act ?? ""] ?? "Confirm"} />}
    {link && (
      <Alert tone="success">
        <p>This link works once, within three days, and is shown only now. Send it where only they can read it.</p>
        <p className="one-time-link">
          <code>{link}</code> <CopyButton value={link} label="the link" />
        </p>
      </Alert>
    )}
  </>
);

const LABELS: Record<string, string> = {
  invite: "Invite",
  grant: "Give the role",
  revoke: "Take the role away",
  withdraw: "Withdraw the invitation",
  reset: "Make a new link",
  disable: "Disable",
  enable: "Enable",
};
