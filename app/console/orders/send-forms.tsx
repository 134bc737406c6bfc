import { formatMoney } from "#app/pricing/format-money.ts";
import { Checkbox } from "#app/ui/field.tsx";

import { ActForm, type LastAct } from "./act-form.tsx";
import type { OrderAnswer } from "./answers.ts";

type SendFormsProps = { shown: OrderAnswer; last: LastAct };

/** One form for each refund that waits for somebody, so that none is closed with another one's transfer. */
export function SendForms({ shown, last }: SendFormsProps) {
  const waiting = shown.payment_refunds.filter(({ is_waiting }) => is_waiting);
  // Coins alone, which are back already, and refunds from before the shop kept tries.
  const hasOther = shown.refunds.some(
    ({ number, sent_at }) =>
      sent_at === null && !shown.payment_refunds.some(({ refund_number: paid }) => paid === number),
  );
  return (
    <>
      {waiting.map(({ id, amount }) => (
        <SendForm key={id} id={id} title={`Send the refund of ${formatMoney(amount)}`} shown={shown} last={last} />
      ))}
      {waiting.length === 0 && hasOther && <SendForm title="Send the refund" shown={shown} last={last} />}
    </>
  );
}

/** Without an id it sends all that the order owes. */
const SendForm = ({ id = "", title, shown: { revealed }, last }: SendFormsProps & { id?: string; title: string }) => (
  <ActForm
    {...{ act: "send-refund", of: id, title, button: "Send", last, needsReason: true, isGrave: true }}
    about="Sends it through the gateway, once more if it failed."
  >
    {id !== "" && <input type="hidden" name="refund" value={id} />}
    {revealed > 0 && (
      <Checkbox
        id={`send-even-${id}`}
        name="even_if_revealed"
        label={`${revealed} codes of this order may have been seen. The refund is right all the same.`}
      />
    )}
    <Checkbox
      id={`by-hand-${id}`}
      name="paid_by_hand"
      label="It was paid by hand: ask the gateway only whether it has made it."
    />
  </ActForm>
);
