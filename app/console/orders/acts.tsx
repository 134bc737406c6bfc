import type { ReactNode } from "react";

import { Button } from "#app/ui/button.tsx";
import { Checkbox, Field, TextArea } from "#app/ui/field.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { OrderAnswer } from "./answers.ts";
import { GiftForms } from "./gift-forms.tsx";
import { RefundForm } from "./refund-form.tsx";
import { RevealForm } from "./reveal-form.tsx";

/** The act that was just sent and did not succeed, or that shows a code. */
export type LastAct = {
  act: string;
  typed: Record<string, string>;
  problem: { text: string; fields: Record<string, string> } | null;
  codes: { card_number?: string; pin?: string | null; claim_url?: string | null } | null;
} | null;

type ActFormProps = {
  act: string;
  title: string;
  /** What it does and whom it concerns. */
  about: ReactNode;
  button: string;
  last: LastAct;
  isGrave?: boolean;
  needsReason?: boolean;
  children?: ReactNode;
  /** Tells forms of one act apart. */
  of?: string;
};

/** One act: closed until it is needed, and open where its answer says what is wrong. */
export function ActForm(props: ActFormProps) {
  const { act, title, about, button, isGrave, needsReason, children, of = "" } = props;
  const isLast = props.last?.act === act && (props.last.typed.gift ?? "") === of;
  const last = isLast ? props.last : null;
  const id = (name: string) => `${act}${of}-${name}`;
  return (
    <details className="act" open={isLast}>
      <summary>{title}</summary>
      <form method="post" className="stack">
        <p className="small">{about}</p>
        {last?.problem && <Alert>{last.problem.text}</Alert>}
        <input type="hidden" name="act" value={act} />
        {children}
        {needsReason && (
          <TextArea
            id={id("reason")}
            name="reason"
            label="Reason"
            rows={2}
            required
            maxLength={500}
            defaultValue={last?.typed.reason}
            error={last?.problem?.fields.reason}
          />
        )}
        {isGrave && (
          <Field
            id={id("code")}
            name="code"
            label="Authenticator code"
            hint="Not needed if you entered one within the last ten minutes."
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            error={last?.problem?.fields.code}
          />
        )}
        <Button look={isGrave || needsReason ? "danger" : "outline"} busyLabel="Working...">
          {button}
        </Button>
      </form>
    </details>
  );
}

type ActsProps = { shown: OrderAnswer; permissions: string[]; noteId: string; last: LastAct };

/** What this member may do with the order in its state. */
export function Acts({ shown, permissions, noteId, last }: ActsProps) {
  const { order, lines, refund, payment_refunds: paymentRefunds } = shown;
  const mayAct = permissions.includes("orders.act");
  const mayRefund = permissions.includes("orders.refund");
  const isCompleted = order.status === "completed";
  const isMissing = !order.is_held && ["paid", "paid_late", "fulfilling"].includes(order.status);
  const owes =
    (refund !== null && refund.sent_at === null) || paymentRefunds.some(({ state }) => /due|failed/.test(state));
  return (
    <aside className="acts" aria-label="Acts">
      {last?.problem && <Alert>{last.problem.text}</Alert>}
      {order.is_held && mayAct && (
        <ActForm act="release" title="Release" button="Release" last={last} about="Delivers the cards now." />
      )}
      {order.is_held && mayRefund && (
        <ActForm
          {...{ act: "refuse", title: "Refuse and refund", button: "Refuse", last, needsReason: true }}
          about="Delivers nothing. The coins are back at once, and the cash goes back through the gateway."
        />
      )}
      {isMissing && mayRefund && lines.some(({ status }) => status === "open") && (
        <ActForm
          {...{ act: "refund-missing", title: "Refund what is missing", button: "Refund", last, needsReason: true }}
          isGrave
          about="Stops waiting, refunds the cards that have not come, and delivers the others. Cards that come later go to stock."
        />
      )}
      {owes && mayRefund && <SendRefund shown={shown} last={last} />}
      {isCompleted && mayRefund && refund === null && <RefundForm shown={shown} last={last} />}
      {isCompleted && mayAct && (
        <ActForm
          {...{ act: "resend", title: "Send the vouchers again", button: "Send", last }}
          about="The mail goes to the shopper's delivery address, as it is today."
        />
      )}
      {mayAct && <GiftForms gifts={shown.gifts} last={last} />}
      {isCompleted && permissions.includes("codes.reveal") && <RevealForm cards={shown.cards} last={last} />}
      {mayAct && (
        <ActForm
          act="note"
          title="Add a note"
          button="Keep the note"
          last={last}
          about="For the staff. Shoppers never see it."
        >
          <input type="hidden" name="id" value={last?.act === "note" ? last.typed.id : noteId} />
          <TextArea
            name="text"
            label="Note"
            rows={3}
            required
            defaultValue={last?.act === "note" ? last.typed.text : undefined}
            error={last?.act === "note" ? last.problem?.fields.text : undefined}
          />
        </ActForm>
      )}
    </aside>
  );
}

const SendRefund = ({ shown: { revealed }, last }: { shown: OrderAnswer; last: LastAct }) => (
  <ActForm
    {...{ act: "send-refund", title: "Send the refund", button: "Send", last, needsReason: true, isGrave: true }}
    about="Sends what is owed through the gateway, and once more what failed."
  >
    {revealed > 0 && (
      <Checkbox
        id="send-even"
        name="even_if_revealed"
        label={`${revealed} codes of this order may have been seen. The refund is right all the same.`}
      />
    )}
    <Checkbox id="by-hand" name="paid_by_hand" label="It was paid by hand: ask the gateway for nothing." />
  </ActForm>
);
