import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/field.tsx";

import type { explain } from "../answers.server.ts";
import { CodeField } from "../code-field.tsx";
import { ReasonField } from "../fields/reason-field.tsx";
import { Refusal } from "../refusal.tsx";
import { formatCount } from "./words.ts";

type WithdrawFormProps = {
  /** How many cards can be withdrawn now. */
  count: number;
  problem?: ReturnType<typeof explain>;
  reason?: string;
};

/** Takes back the cards of a wrong import. */
export const WithdrawForm = ({ count, problem, reason }: WithdrawFormProps) => (
  <section aria-labelledby="withdraw-title" className="narrow-form">
    <h2 id="withdraw-title">Withdraw what nobody has bought</h2>
    <p>
      If this import was wrong, its unsold cards can leave the stock again. Cards that are sold or reserved for an order
      stay. A withdrawn card can be imported again.
    </p>
    <form method="post" className="stack">
      {problem && <Refusal {...problem} />}
      <input type="hidden" name="act" value="withdraw" />
      <Checkbox
        name="confirmed"
        value="1"
        label={`Withdraw ${count === 1 ? "1 card" : `up to ${formatCount(count)} cards`} from the stock.`}
        error={problem?.fields.confirmed}
      />
      <ReasonField id="withdraw-reason" value={reason} error={problem?.fields.reason} />
      <CodeField id="withdraw-code" error={problem?.fields.code} />
      <p>
        <Button look="danger" busyLabel="Starting...">
          Withdraw what nobody has bought
        </Button>
      </p>
    </form>
  </section>
);
