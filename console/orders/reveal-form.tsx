import { formatMoney } from "#app/pricing/format-money.ts";

import { Choice } from "../fields/choice.tsx";
import { ActionForm, type LastAction } from "./action-form.tsx";
import type { OrderResponse } from "./responses.ts";

/** A form whose answer shows the codes of one card. No other page shows them. */
export function RevealForm({ cards, last }: { cards: OrderResponse["cards"]; last: LastAction }) {
  if (cards.length === 0) return null;
  const codes = last?.act === "reveal" ? last.codes : null;
  const options = Object.fromEntries(
    cards.map(({ id, product, face_value: value }, at) => [
      id,
      `${at + 1}: ${product}${value === null ? "" : `, ${formatMoney(value)}`}`,
    ]),
  );
  return (
    <>
      {codes && (
        <section className="revealed" aria-labelledby="revealed-title">
          <h2 id="revealed-title">The code, shown this once</h2>
          <dl className="pairs">
            <dt>Card number</dt>
            <dd>
              <code>{codes.card_number}</code>
            </dd>
            {codes.pin && (
              <>
                <dt>PIN</dt>
                <dd>
                  <code>{codes.pin}</code>
                </dd>
              </>
            )}
            {codes.claim_url && (
              <>
                <dt>Claim link</dt>
                <dd>
                  <code>{codes.claim_url}</code>
                </dd>
              </>
            )}
          </dl>
        </section>
      )}
      <ActionForm
        act="reveal"
        title="Show a code"
        button="Show the code"
        last={last}
        needsReason={true}
        isGrave={true}
        about="The audit notes who saw which card. The card counts as seen from then on."
      >
        <Choice
          name="card"
          label="Card"
          options={options}
          value={last?.act === "reveal" ? last.typed.card : undefined}
        />
      </ActionForm>
    </>
  );
}
