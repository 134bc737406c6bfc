import { Field } from "#app/ui/field.tsx";

import { ActionForm, type LastAction } from "./action-form.tsx";
import type { OrderResponse } from "./responses.ts";

type GiftFormsProps = { gifts: OrderResponse["gifts"]; last: LastAction };

/** A form for each sent gift, which sends it again to the same address. */
export const GiftForms = ({ gifts, last }: GiftFormsProps) =>
  gifts
    .filter(({ sent_at }) => sent_at !== null)
    .map(({ id, name, email }) => (
      <ActionForm
        key={id}
        act="gift"
        of={id}
        title={`Send the gift for ${name} again`}
        button="Send the gift"
        last={last}
        about={`It goes to ${email}.`}
      >
        <input type="hidden" name="gift" value={id} />
      </ActionForm>
    ));

/** A form for each unopened gift, which sends it to another address. */
export const RedirectForms = ({ gifts, last }: GiftFormsProps) =>
  gifts
    .filter(({ due_at, opened_at }) => due_at !== null && opened_at === null)
    .map(({ id, name, email }) => {
      const mine = last?.act === "redirect-gift" && last.typed.gift === id ? last : null;
      return (
        <ActionForm
          key={id}
          act="redirect-gift"
          of={id}
          title={`Correct the address of the gift for ${name}`}
          last={last}
          button="Send to the new address"
          needsReason={true}
          isGrave={true}
          about={`The links that went to ${email} stop working. Who has the new address can open the cards.`}
        >
          <input type="hidden" name="gift" value={id} />
          <Field
            id={`email-${id}`}
            name="email"
            type="email"
            label="New address"
            required
            defaultValue={mine?.typed.email}
            error={mine?.problem?.fields.email}
          />
        </ActionForm>
      );
    });
