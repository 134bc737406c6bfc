import { formatMoney } from "#app/pricing/format-money.ts";
import { Checkbox } from "#app/ui/field.tsx";

import { ActionForm, type LastAction } from "./action-form.tsx";
import type { OrderResponse } from "./responses.ts";

type SendFormsProps = { shown: OrderResponse; last: LastAction };

/** One form for each refund that waits for somebody, so that no refund is closed with the transfer of another. */
export function SendForms({ shown, last }: SendFormsProps) {
  const waiting = shown.payment_refunds.filter(({ is_waiting }) => is_waiting);
  // These are refunds of coins alone, which return at once, and refunds older than the records of tries.
  const hasOther = shown.refunds.some(
    ({ number, sent_at }) =>
      sent_at === null &&
      !shown.payment_refunds.some(({ reason, refund_number: paid }) => reason === "order" && paid === number),
  );
  return (
    <>
      {waiting.map(({ id, amount, state, reason, refund_number: number }) => (
        <SendForm
          id={id}
          shown={shown}
          last={last}
          key={id}
          title={`Send ${reason === "order" && shown.refunds.length > 1 ? `refund ${number}` : "the refund"} of ${formatMoney(amount)}`}
          mayCloseByHand={state !== "pending"}
        />
      ))}
      {waiting.length === 0 && hasOther && <SendForm title="Send the refund" shown={shown} last={last} />}
    </>
  );
}

type SendFormProps = SendFormsProps & {
  /** Without it, the form sends all that is due for the order. */
  id?: string;
  title: string;
  /** False while the gateway processes the refund. */
  mayCloseByHand?: boolean;
};

function SendForm({ id = "", title, mayCloseByHand = true, shown: { revealed }, last }: SendFormProps) {
  const mine = last?.act === "send-refund" && (last.typed.refund ?? "") === id ? last : null;
  return (
    <ActionForm
      act="send-refund"
      of={id}
      title={title}
      button="Send"
      last={last}
      needsReason={true}
      isGrave={true}
      about="Sends it through the gateway, once more if it failed."
    >
      {id !== "" && <input type="hidden" name="refund" value={id} />}
      {revealed > 0 && (
        <Checkbox
          id={`send-even-${id}`}
          name="even_if_revealed"
          label={`${revealed} codes of this order may have been seen. The refund is right all the same.`}
          defaultChecked={mine?.typed.even_if_revealed !== undefined}
          error={mine?.problem?.fields.even_if_revealed}
        />
      )}
      {mayCloseByHand && (
        <Checkbox
          id={`by-hand-${id}`}
          name="paid_by_hand"
          label="It was paid by hand: ask the gateway only whether it has made it."
          defaultChecked={mine?.typed.paid_by_hand !== undefined}
        />
      )}
    </ActionForm>
  );
}
