import { Button } from "#app/ui/button.tsx";

import type { explain } from "../base/responses.server.ts";
import { ReasonField } from "../fields/reason-field.tsx";
import { CodeField } from "../ui/code-field.tsx";

type DecideFormProps = {
  id: string;
  /** The request is the member's own. */
  isOwn: boolean;
  /** The last answer, and the values typed into the refused form. */
  last?: { typed: { request: string; reason: string }; problem: ReturnType<typeof explain> };
};

/** Approves or refuses a request that waits for a second member. Its own member can only withdraw it. */
export function DecideForm({ id, isOwn, last }: DecideFormProps) {
  const mine = last?.typed.request === id ? last : undefined;
  return (
    <form method="post" className="narrow-form">
      <input type="hidden" name="request" value={id} />
      <ReasonField id={`reason-${id}`} value={mine?.typed.reason} error={mine?.problem.fields.reason} />
      <CodeField id={`code-${id}`} error={mine?.problem.fields.code} />
      <div className="page-links">
        {!isOwn && (
          <Button name="verdict" value="approve" busyLabel="Approving...">
            Approve
          </Button>
        )}
        <Button
          name="verdict"
          value={isOwn ? "withdraw" : "refuse"}
          look="outline"
          busyLabel={isOwn ? "Withdrawing..." : "Refusing..."}
        >
          {isOwn ? "Withdraw" : "Refuse"}
        </Button>
      </div>
    </form>
  );
}
