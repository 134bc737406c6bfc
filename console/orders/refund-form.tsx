import { formatMoney } from "#app/pricing/format-money.ts";
import { Checkbox, Field } from "#app/ui/field.tsx";

import { ActionForm, type LastAction } from "./action-form.tsx";
import type { OrderResponse } from "./responses.ts";

/** Refunds some cards of a completed order, or all that are left. */
export function RefundForm({
  shown: { lines, gifts, refunds, revealed },
  last,
}: {
  shown: OrderResponse;
  last: LastAction;
}) {
  const open = lines.filter(({ issued, refunded }) => issued > refunded);
  if (open.length === 0) return null;
  const tried = last?.act === "refund" ? last : null;
  // Another refund since then has changed the cards that the typed counts refer to.
  const mine = tried?.problem?.fields.number === undefined ? tried : null;
  const unopened = new Set(gifts.filter(({ opened_at }) => opened_at === null).map(({ id }) => id));
  return (
    <ActionForm
      act="refund"
      title="Refund cards"
      button="Refund"
      last={last}
      needsReason={true}
      isGrave={true}
      about="Cards of a gift that nobody has opened go back to stock. Codes that were shown stay valid: you give their value away."
    >
      {/* A form that is sent twice refunds once, even if the first outcome is unknown. */}
      <input type="hidden" name="number" value={mine?.typed.number ?? refunds.length + 1} />
      {open.map(({ id, name, denomination, issued, refunded }) => (
        <Field
          key={id}
          name={`unit-${id}`}
          type="number"
          min={0}
          max={issued - refunded}
          inputMode="numeric"
          label={`${name}, ${formatMoney(denomination)}`}
          hint={`Of ${issued - refunded}. ${unopened.has(id) ? "A gift that nobody has opened." : "The shopper can see the codes."}`}
          defaultValue={mine?.typed[`unit-${id}`] ?? 0}
        />
      ))}
      {revealed > 0 && (
        <Checkbox
          name="even_if_revealed"
          label="Refund also codes that were seen and may be used."
          defaultChecked={mine?.typed.even_if_revealed !== undefined}
          error={mine?.problem?.fields.even_if_revealed}
        />
      )}
    </ActionForm>
  );
}
