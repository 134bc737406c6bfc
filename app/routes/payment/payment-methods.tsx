import type { ComponentProps } from "react";

import { PAYMENT_CHOICES, type PaymentMethodId } from "#app/forms/payment.ts";
import { rich } from "#app/texts/rich.ts";

type PaymentMethodsProps = {
  available: PaymentMethodId[];
  /** A sentence that names the gateway's own page. */
  hostedNote: string | null;
  selected?: PaymentMethodId;
  /** Moves the focus here after Pay without a method. */
  isFocused?: boolean;
  onChange?: ComponentProps<"input">["onChange"];
};

/** Shows all apps, disabled if the order has no link for them, and the gateway's own page only if there is one. */
export function PaymentMethods({ available, hostedNote, selected, isFocused, onChange }: PaymentMethodsProps) {
  return (
    <fieldset className="methods">
      <legend>{rich("payment.chooseMethod")}</legend>{" "}
      {PAYMENT_CHOICES.map((id, index) => {
        const isAvailable = available.includes(id);
        if (id === "hosted" && !isAvailable) return null;
        return (
          <label key={id} className="choice">
            <input
              type="radio"
              name="method"
              value={id}
              defaultChecked={selected === id}
              disabled={!isAvailable}
              autoFocus={isFocused && id === available[0]}
              onChange={onChange}
            />
            <MethodMark index={index} />{" "}
            <span>
              {rich(`payment.method-${id}`)} {!isAvailable && <small>{rich("payment.notAvailable")}</small>}
              {id === "hosted" && <small>{hostedNote}</small>}
            </span>{" "}
          </label>
        );
      })}
    </fieldset>
  );
}

const MARKS = [
  "M12 7h8v18h-8zM15 21h2",
  "M7 11h16a2 2 0 0 1 2 2v10H7zm0 0V9h14M20 17h2",
  "M16 7v18M7 16h18M10 10l12 12M22 10 10 22",
  "M9 16h.01M16 16h.01M23 16h.01",
  "M14 9H9v14h14v-5M18 8h6v6M24 8l-9 9",
];

function MethodMark({ index }: { index: number }) {
  return (
    <svg className="method-mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect x="1" y="1" width="30" height="30" rx="9" />
      <path d={MARKS[index]} />
    </svg>
  );
}
