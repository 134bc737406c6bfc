import { formatMoney } from "#app/pricing/format-money.ts";
import { Checkbox, Field } from "#app/ui/field.tsx";

import { ActForm, type LastAct } from "./act-form.tsx";
import type { OrderAnswer } from "./answers.ts";

/** Refunds some cards of a completed order, or all. */
export function RefundForm({ shown: { lines, gifts, revealed }, last }: { shown: OrderAnswer; last: LastAct }) {
  const mine = last?.act === "refund" ? last : null;
  const unopened = new Set(gifts.filter(({ opened_at }) => opened_at === null).map(({ id }) => id));
  return (
    <ActForm
      {...{ act: "refund", title: "Refund cards", button: "Refund", last, needsReason: true, isGrave: true }}
      about="Cards of a gift that nobody has opened go back to stock. Codes that were shown stay valid: you give their value away."
    >
      {lines
        .filter(({ issued }) => issued > 0)
        .map(({ id, name, denomination, issued }) => (
          <Field
            key={id}
            name={`unit-${id}`}
            type="number"
            min={0}
            max={issued}
            inputMode="numeric"
            label={`${name}, ${formatMoney(denomination)}`}
            hint={`Of ${issued}. ${unopened.has(id) ? "A gift that nobody has opened." : "The shopper can see the codes."}`}
            defaultValue={mine?.typed[`unit-${id}`] ?? 0}
          />
        ))}
      {revealed > 0 && (
        <Checkbox
          name="even_if_revealed"
          label="Refund also codes that were seen and may be used."
          error={mine?.problem?.fields.even_if_revealed}
        />
      )}
    </ActForm>
  );
}
