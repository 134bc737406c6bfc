import { Field } from "#app/ui/field.tsx";

import { ActForm, type LastAct } from "./act-form.tsx";
import type { OrderAnswer } from "./answers.ts";

/** Sends each gift again, to another address too until somebody has opened it. */
export const GiftForms = ({ gifts, last }: { gifts: OrderAnswer["gifts"]; last: LastAct }) =>
  gifts
    .filter(({ due_at }) => due_at !== null)
    .map(({ id, name, email, opened_at }) => {
      const mine = last?.act === "gift" && last.typed.gift === id ? last : null;
      return (
        <ActForm
          key={id}
          {...{ act: "gift", of: id, title: `Gift for ${name}`, button: "Send the gift", last }}
          about={
            opened_at === null
              ? "A new address closes the links that went to the old one."
              : "It was opened, so it stays with this address."
          }
        >
          <input type="hidden" name="gift" value={id} />
          {opened_at === null && (
            <Field
              id={`email-${id}`}
              name="email"
              type="email"
              label="Other address"
              hint={`Empty: ${email}`}
              defaultValue={mine?.typed.email}
              error={mine?.problem?.fields.email}
            />
          )}
        </ActForm>
      );
    });
