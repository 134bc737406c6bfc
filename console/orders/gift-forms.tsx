import { Field } from "#app/ui/field.tsx";

import { ActionForm, type LastAction } from "./action-form.tsx";
import type { OrderResponse } from "./responses.ts";

type GiftFormsProps = { gifts: OrderResponse["gifts"]; last: LastAction };

/** "98765 43210, meera@example.com", as far as this member may see it. */
export const recipientOf = ({ phone, email }: Pick<OrderResponse["gifts"][number], "phone" | "email">): string =>
  [phone, email].filter(Boolean).join(", ");

/** A form for each sent gift, which sends it again to the same recipient. */
export const GiftForms = ({ gifts, last }: GiftFormsProps) =>
  gifts
    .filter(({ sent_at }) => sent_at !== null)
    .map(({ id, name, ...gift }) => (
      <ActionForm
        key={id}
        act="gift"
        of={id}
        title={`Send the gift for ${name} again`}
        button="Send the gift"
        last={last}
        about={`It goes to ${recipientOf(gift)}.`}
      >
        <input type="hidden" name="gift" value={id} />
      </ActionForm>
    ));

/** A form for each unopened gift, which sends it to another address or number. */
export const RedirectForms = ({ gifts, last }: GiftFormsProps) =>
  gifts
    .filter(({ due_at, opened_at }) => due_at !== null && opened_at === null)
    .map((gift) => <RedirectForm key={gift.id} gift={gift} last={last} />);

function RedirectForm({ gift, last }: { gift: GiftFormsProps["gifts"][number]; last: LastAction }) {
  const { id, name } = gift;
  const mine = last?.act === "redirect-gift" && last.typed.gift === id ? last : null;
  const what = gift.phone ? "number or address" : "address";
  return (
    <ActionForm
      act="redirect-gift"
      of={id}
      title={`Correct the ${what} of the gift for ${name}`}
      last={last}
      button={`Send to the new ${what}`}
      needsReason={true}
      isGrave={true}
      about={`The links that went to ${recipientOf(gift)} stop working. Who has the new ${what} can open the cards.`}
    >
      <input type="hidden" name="gift" value={id} />
      <Field
        id={`email-${id}`}
        name="email"
        type="email"
        label="New address"
        required={!gift.phone}
        hint={gift.phone ? "Empty for none." : undefined}
        defaultValue={mine?.typed.email}
        error={mine?.problem?.fields.email}
      />
      {gift.phone && <PhoneField id={id} last={mine} />}
    </ActionForm>
  );
}

const PhoneField = ({ id, last }: { id: string; last: LastAction }) => (
  <Field
    id={`phone-${id}`}
    name="phone"
    type="tel"
    label="New mobile number"
    hint="Empty for none. The gift goes to the number, and to the address if no message reaches it."
    defaultValue={last?.typed.phone}
    error={last?.problem?.fields.phone}
  />
);
